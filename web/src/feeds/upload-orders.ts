import { feeds, type FeedRefusal, type FeedSummary } from '@despatch/contract/feeds/feeds'
import type { Problem } from '@despatch/contract/route/problem'
import { ApiError, UNREACHABLE } from '../app/api/api-error.ts'
import { expiry } from '../app/api/call.ts'
import { session } from '../session/session-store.ts'

export type FedOrders = { readonly summary: FeedSummary; readonly refused: readonly FeedRefusal[] }

type Upload = {
  readonly file: File
  readonly mapping: string | undefined
  readonly signal: AbortSignal
  /** Told how many bytes have gone out. */
  readonly onSent: (bytes: number) => void
}

/**
 * Sends a file to the orders feed. As the calls do, it waits for the user to sign in again when the session has expired;
 * unlike theirs (fetch), its request tells how much of the file is sent. Throws an ApiError, or an AbortError.
 */
export async function uploadOrders(upload: Upload): Promise<FedOrders> {
  for (;;) {
    upload.signal.throwIfAborted()
    const token = session.token()
    const { status, text, rotated } = await send(upload, token)
    if (rotated && session.token() === token) session.saveToken(rotated)
    if (status === 200) return JSON.parse(text) as FedOrders
    const error = new ApiError(status, problemOf(text))
    if (status !== 401) throw error
    if (session.token() === token || session.token() === '') await expiry.waitForRenewal(error.message, upload.signal)
  }
}

function problemOf(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) as Partial<Problem>
  } catch {
    return {}
  }
}

function send({ file, mapping, signal, onSent }: Upload, token: string) {
  return new Promise<{ status: number; text: string; rotated: string | null }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const query = mapping === undefined ? '' : `?${new URLSearchParams({ mapping })}`
    request.open(feeds.orders.method, feeds.orders.path + query)
    request.setRequestHeader('access_token', token)
    request.setRequestHeader('client', session.client())
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        rotated: request.getResponseHeader('access_token'),
      }),
    )
    request.addEventListener('error', () => reject(new ApiError(0, { code: 'network', message: UNREACHABLE })))
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
