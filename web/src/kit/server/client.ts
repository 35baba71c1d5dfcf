import { noteServerTime } from '../browser/clock.ts'
import type { Route } from '@despatch/contract/route/route'
import type { RouteAnswer, RouteInput } from '@despatch/contract/route/types'
import { DOWNLOAD_FAILED, EMPTY_PDF, FILE_FAILED, PDF_FAILED } from '@despatch/domain/feedback/messages'
import { clientOf } from './client-of-signal.ts'
import { ApiError, errorOf, throwIfFailure, UNREACHABLE } from './api-error.ts'
import type { Expiry } from './expiry.ts'

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** For calls that create: the server answers a repeated key with its first answer. */
  readonly idempotencyKey?: string | undefined
  /** The client whose record the call is about; by default that of the screen. */
  readonly client?: string | undefined
  /** For routes whose body is 'stream': a file and its type. */
  readonly stream?: { readonly body: Blob; readonly contentType: string } | undefined
  /** After a 401: 'ask' (the default) raises the expired-session dialog and waits, 'fail' fails the call. */
  readonly onExpired?: 'ask' | 'fail' | undefined
}

/** The session's token and the client of the screen, which every call sends. */
export type Caller = {
  token(): string
  saveToken(token: string): void
  client(): string
}

export type Call = <R extends Route>(route: R, input: RouteInput<R>, options?: CallOptions) => Promise<RouteAnswer<R>>

/** A call of a route whose answer is a file. */
export type CallFile = <R extends Route & { readonly file: string }>(
  route: R,
  input: RouteInput<R>,
  options?: CallOptions,
) => Promise<Blob>

/**
 * Creates the function through which all calls go. It sends the `access_token` and `client` headers, stores a rotated token
 * and returns the answer's data. If the session has expired, its promise stays pending until the user has signed in again,
 * and the same call is then sent with the new token.
 *
 * The function throws an ApiError if the server refuses or is not reached, and an AbortError if `signal` was aborted.
 */
export function createCall(caller: Caller, expiry: Expiry, origin = ''): Call {
  return async (route, input, options = {}) => {
    const response = await send({ caller, expiry, origin }, route, requestOf(route, input, options), options)
    const answer: unknown = await answerOf(response.json(), options.signal)
    throwIfFailure(answer)
    return answer as RouteAnswer<typeof route>
  }
}

/**
 * Creates the function for calls whose answer is a file. It throws as {@link createCall} does. Specification 8: 'PDF
 * failures: the server message, or 'Failed to generate PDF'; 'Empty PDF received' for an empty PDF.'
 */
export function createCallFile(caller: Caller, expiry: Expiry, origin = ''): CallFile {
  return async (route, input, options = {}) => {
    const request = requestOf(route, input, options)
    request.headers['accept'] = `${route.file}, application/json`
    const isPdf = route.file === 'application/pdf'
    const isOfAnyType = route.file === 'application/octet-stream'
    const failed = isPdf ? PDF_FAILED : isOfAnyType ? DOWNLOAD_FAILED : FILE_FAILED
    const response = await send({ caller, expiry, origin }, route, request, options, failed)
    const file = await answerOf(response.blob(), options.signal)
    if (file.size === 0) throw new ApiError(0, { code: 'empty_file', message: isPdf ? EMPTY_PDF : failed })
    if (!isOfAnyType && !file.type.startsWith(route.file)) throw new ApiError(0, { code: 'no_file', message: failed })
    return file
  }
}

type Connection = { readonly caller: Caller; readonly expiry: Expiry; readonly origin: string }
type Request = ReturnType<typeof requestOf>

/** Sends a request, again after each renewal of an expired session. `fallbackMessage` is for errors without a message. */
async function send(
  { caller, expiry, origin }: Connection,
  route: Route,
  request: Request,
  options: CallOptions,
  fallbackMessage?: string,
): Promise<Response> {
  const client = options.client ?? clientOf(options.signal) ?? caller.client()
  for (;;) {
    const token = caller.token()
    const response = await fetch(`${origin}${request.url}`, {
      ...request.init,
      headers: { ...request.headers, access_token: token, client },
    }).catch(() => {
      options.signal?.throwIfAborted()
      throw new ApiError(0, { code: 'network', message: UNREACHABLE })
    })
    noteServerTime(response.headers.get('date'))
    const rotated = response.headers.get('access_token')
    // An answer to an older token must not replace the token of a later sign-in or call.
    if (rotated && caller.token() === token) caller.saveToken(rotated)
    if (response.ok) return response

    const error = await errorOf(response, fallbackMessage)
    const mayAsk = response.status === 401 && route.permission !== 'public' && options.onExpired !== 'fail'
    if (!mayAsk) throw error
    // The token was renewed while this call was under way: send it again.
    if (caller.token() !== token && caller.token() !== '') continue
    await expiry.waitForRenewal(error.message, options.signal)
  }
}

async function answerOf<Answer>(read: Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  try {
    return await read
  } catch {
    signal?.throwIfAborted()
    throw new ApiError(0, { code: 'network', message: UNREACHABLE })
  }
}

type RequestParts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The path of a route with its parameters filled in. */
export const pathOf = (route: Route, params: Record<string, unknown> | undefined): string =>
  route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))

function requestOf(route: Route, input: RequestParts, options: CallOptions) {
  const path = pathOf(route, input.params)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
  }
  const headers: Record<string, string> = { accept: 'application/json' }
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  if (options.stream) headers['content-type'] = options.stream.contentType
  else if (input.body !== undefined) headers['content-type'] = 'application/json'
  const init: RequestInit = { method: route.method, cache: 'no-store', credentials: 'omit' }
  if (options.signal) init.signal = options.signal
  if (options.stream) init.body = options.stream.body
  else if (input.body !== undefined) init.body = JSON.stringify(input.body)
  return { url: query.size > 0 ? `${path}?${query}` : path, headers, init }
}
