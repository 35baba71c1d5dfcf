import type { Problem } from '@despatch/contract/route/problem'
import type { Route } from '@despatch/contract/route/route'
import type { RouteAnswer, RouteInput } from '@despatch/contract/route/types'
import { session } from '../session/session-store.ts'
import { ApiError, refuseFailure, UNREACHABLE } from './api-error.ts'
import { expiry } from './call.ts'
import { pathOf } from './client.ts'

/** The browser sends no file that was saved again since it was chosen. */
const FILE_CHANGED = 'The file was changed after you chose it. Choose it again.'

type Options = {
  readonly signal: AbortSignal
  /** Told how many bytes have gone out. */
  readonly onSent: (bytes: number) => void
}

/**
 * Sends a file to a route: as it is, or as a form. As the calls do, it waits for the user to sign in again when the
 * session has expired; unlike theirs (fetch), its request tells how much of the file is sent. Throws an ApiError, or an
 * AbortError.
 */
export async function upload<R extends Route>(
  route: R,
  input: RouteInput<R> & {
    readonly params?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, string>>
  },
  file: Blob | FormData,
  { signal, onSent }: Options,
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

/** Throws an ApiError where the answer was cut off, or is a failure. */
function answerOf(text: string): unknown {
  const answer = parsed(text)
  refuseFailure(answer)
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

/** Whether all that was to be sent can still be read. */
async function isReadable(sent: Blob | FormData): Promise<boolean> {
  const blobs = sent instanceof Blob ? [sent] : [...sent.values()].filter((one) => one instanceof Blob)
  const read = await Promise.allSettled(blobs.map((blob) => blob.slice(0, 1).arrayBuffer()))
  return read.every(({ status }) => status === 'fulfilled')
}

type Sent = { status: number; text: string; rotated: string | null }

function send(
  given: { method: string; url: string; file: Blob | FormData; token: string; client: string },
  { signal, onSent }: Options,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(given.method, given.url)
    request.setRequestHeader('access_token', given.token)
    request.setRequestHeader('client', given.client)
    // The type of a form names the mark between its parts, which the browser chooses.
    if (given.file instanceof Blob) request.setRequestHeader('content-type', 'application/octet-stream')
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
        void isReadable(given.file).then((is) =>
          reject(new ApiError(0, { code: 'network', message: is ? UNREACHABLE : FILE_CHANGED })),
        ),
    )
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(given.file)
  })
}
