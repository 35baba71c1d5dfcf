import type { IncomingMessage } from 'node:http'
import { type RouteAddress, makeMethodFinder } from './unknown-call.ts'

/** First parts of the paths that specification 7 prints without /api. None is the address of a screen. */
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
 * Returns a function that adds /api to a path as specification 7 prints it, and maps the root of /api to the list of return
 * items. Other paths, and pages that a browser requests, stay.
 */
export function makePrintedPathRewriter(routes: readonly RouteAddress[]): (request: IncomingMessage) => string {
  const methodsOf = makeMethodFinder(routes)
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
