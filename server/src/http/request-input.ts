import { Readable } from 'node:stream'
import type { Route } from '@despatch/contract/route/route'
import type { FastifyRequest } from 'fastify'
import { AppError, refuseFields, SEND_INSTEAD, undeclaredField } from '../process/app-error.ts'

/** The token, from its header alone: never a cookie, a query or a body. */
export function tokenOf(request: FastifyRequest): string {
  const token = request.headers['access_token']
  if (typeof token !== 'string' || token === '') throw new AppError('not_signed_in', 'Sign in to go on.')
  return token
}

/** The checked input. Throws a refusal for what the route's shapes do not take, or does not declare at all. */
export function inputOf(route: Route, request: FastifyRequest): Record<string, unknown> {
  const { params, query, body } = request
  const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
  const given = body instanceof Readable ? (isForm ? 'multipart' : 'stream') : 'json'
  const wanted = typeof route.body === 'string' ? route.body : 'json'
  if (given !== wanted) {
    drainBody(body)
    throw new AppError('unsupported_file', SEND_INSTEAD[wanted])
  }
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (body instanceof Readable && encoding !== 'identity') {
    drainBody(body)
    throw new AppError(
      'unsupported_file',
      `Send the file as it is, without content-encoding: ${encoding.slice(0, 50)}.`,
    )
  }
  if (request.validationError) throw request.validationError
  const undeclared = [...(route.query ? [] : keysOf(query)), ...(route.body ? [] : keysOf(body))]
  if (undeclared.length) throw refuseFields(undeclared.map(undeclaredField))
  return { params, query, body }
}

/** Lets the rest of a file come in, and go: a browser, and many a proxy, looks for the answer only when all is sent. */
export function drainBody(body: unknown): void {
  if (!(body instanceof Readable)) return
  body.on('error', () => undefined)
  // Not at once: who has just left off reading it is still taken for a reader.
  setImmediate(() => body.resume())
}

function keysOf(given: unknown): string[] {
  if (given === undefined || given === null) return []
  return typeof given === 'object' && !Array.isArray(given) ? Object.keys(given) : ['']
}
