import type { IncomingMessage } from 'node:http'
import { type Called, methodsFinder } from './unknown-call.ts'

/** First parts of the paths that specification 7 prints without /api. None of them is a screen's address. */
const PRINTED_WITHOUT_API = new Set([
  'activeDates',
  'claims',
  'clients',
  'enquiries',
  'invoice',
  'multibox',
  'orders',
  'productFixedRouting',
  'productFixedRoutingByRegion',
  'returnItems',
  'roles',
  'useractivity',
])

/**
 * Makes what finds the call that a caller means who writes a path as specification 7 prints it: without /api, and the root
 * of /api for the list of return items. Everything else, and what a browser asks for as a page, stays as it is.
 */
export function printedPathReader(routes: readonly Called[]): (request: IncomingMessage) => string {
  const methodsOf = methodsFinder(routes)
  return ({ url = '/', method, headers }) => {
    const { path, query } = partsOf(url)
    if (path === '/api' || path === '/api/')
      return method === 'GET' || method === 'HEAD' ? `/api/returnItems${query}` : url
    if (!PRINTED_WITHOUT_API.has(path.split('/', 2)[1] ?? '')) return url
    if (headers.accept?.includes('text/html')) return url
    return methodsOf(`/api${path}`).length > 0 ? `/api${url}` : url
  }
}

function partsOf(url: string): { path: string; query: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at) }
}
