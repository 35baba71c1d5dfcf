import { Readable } from 'node:stream'
import type { Route } from '@despatch/contract/route/route'
import type { FastifyRequest } from 'fastify'
import { AppError, refuseFields, SEND_INSTEAD, undeclaredField } from '../process/app-error.ts'

/** The token from its header, never from a cookie, a query or a body. */
export function tokenOf(request: FastifyRequest): string {
  const token = request.headers['access_token']
  if (typeof token !== 'string' || token === '') throw new AppError('not_signed_in', 'Sign in to continue.')
  return token
}

/** The checked input. Throws an AppError or a validation error for what the route's shapes refuse or do not declare. */
export function inputOf(route: Route, request: FastifyRequest): Record<string, unknown> {
  const { params, query, body } = request
  const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
  const sent = body instanceof Readable ? (isForm ? 'multipart' : 'stream') : 'json'
  const expected = typeof route.body === 'string' ? route.body : 'json'
  if (sent !== expected) {
    drainBody(body)
    throw new AppError('unsupported_file', SEND_INSTEAD[expected])
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

/** Reads and discards the rest of a file: browsers and many proxies read the answer only after sending everything. */
export function drainBody(body: unknown): void {
  if (!(body instanceof Readable)) return
  body.on('error', () => undefined)
  // Not at once: a reader that has just stopped still counts as one.
  setImmediate(() => body.resume())
}

function keysOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  return typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : ['']
}
