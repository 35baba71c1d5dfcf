import type { Problem } from '@despatch/contract/route/problem'
import type { Route } from '@despatch/contract/route/route'
import type { RouteAnswer, RouteInput } from '@despatch/contract/route/types'
import { session } from '../session/session-store.ts'
import { ApiError, throwIfFailure, UNREACHABLE } from './api-error.ts'
import { expiry } from './call.ts'
import { pathOf } from './client.ts'

/** The browser refuses to send a file that has been saved again since the user chose it. */
const FILE_CHANGED = 'The file has changed since you chose it. Choose it again.'

type UploadOptions = {
  readonly signal: AbortSignal
  /** Called with the number of bytes sent so far. */
  readonly onSent: (bytes: number) => void
}

/**
 * Sends a file to a route, raw or in a form, with XMLHttpRequest: unlike fetch, it reports how much has been sent. If the
 * session has expired, waits for the user to sign in again, as `call` does.
 *
 * @throws ApiError, or an AbortError if `signal` was aborted
 */
export async function upload<R extends Route>(
  route: R,
  input: RouteInput<R> & {
    readonly params?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, string>>
  },
  file: Blob | FormData,
  { signal, onSent }: UploadOptions,
): Promise<RouteAnswer<R>> {
  const query = new URLSearchParams(input.query)
  const path = pathOf(route, input.params)
  const url = query.size > 0 ? `${path}?${query}` : path
  const client = session.client()
  for (;;) {
    signal.throwIfAborted()
    const token = session.token()
    const { status, text, rotated } = await send({ method: route.method, url, file, token, client }, { signal, onSent })
    if (rotated && session.token() === token) session.saveToken(rotated)
    if (status === 200) return answerOf(text) as RouteAnswer<R>
    const error = new ApiError(status, problemOf(text))
    if (status !== 401) throw error
    if (session.token() === token || session.token() === '') await expiry.waitForRenewal(error.message, signal)
  }
}

/**
 * The answer as JSON. A failure with rows is returned, because its rows say what is wrong.
 *
 * @throws ApiError if the answer was cut off or is a failure without rows
 */
function answerOf(text: string): unknown {
  const answer = parsed(text)
  const hasRows = typeof answer === 'object' && answer !== null && 'rows' in answer && Array.isArray(answer.rows)
  if (!hasRows) throwIfFailure(answer)
  return answer
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(0, { code: 'network', message: UNREACHABLE })
  }
}

function problemOf(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) as Partial<Problem>
  } catch {
    return {}
  }
}

/** Whether the browser can still read all files to send. */
async function isReadable(file: Blob | FormData): Promise<boolean> {
  const blobs = file instanceof Blob ? [file] : [...file.values()].filter((value) => value instanceof Blob)
  const read = await Promise.allSettled(blobs.map((blob) => blob.slice(0, 1).arrayBuffer()))
  return read.every(({ status }) => status === 'fulfilled')
}

type UploadInput = { method: string; url: string; file: Blob | FormData; token: string; client: string }
/** `rotated` is the new access token, if the server sent one. */
type UploadResponse = { status: number; text: string; rotated: string | null }

function send(
  { method, url, file, token, client }: UploadInput,
  { signal, onSent }: UploadOptions,
): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.setRequestHeader('access_token', token)
    request.setRequestHeader('client', client)
    // The browser sets the type of a form, with the boundary between its parts.
    if (file instanceof Blob) request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        rotated: request.getResponseHeader('access_token'),
      }),
    )
    request.addEventListener(
      'error',
      () =>
        void isReadable(file).then((canRead) =>
          reject(new ApiError(0, { code: 'network', message: canRead ? UNREACHABLE : FILE_CHANGED })),
        ),
    )
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
