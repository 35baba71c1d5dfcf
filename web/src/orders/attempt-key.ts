import { z } from 'zod'

const KEY = 'despatch.orders.attempt'
const attempt = z.object({ body: z.string(), key: z.string() })

/**
 * The Idempotency-Key of an order as it is: the same for as long as nothing in it changes, over reloads too, so that a
 * double click or a second try after a lost answer creates one order. Another order gets another key.
 */
export function attemptKey(client: string, body: unknown): string {
  const text = JSON.stringify([client, body])
  const before = kept()
  if (before?.body === text) return before.key
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ body: text, key }))
  } catch {
    inPage = { body: text, key }
  }
  return key
}

/** The order is there: the next one is another, though it be the same in every word. */
export function forgetAttempt(): void {
  inPage = undefined
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // It was never kept.
  }
}

let inPage: z.infer<typeof attempt> | undefined

function kept() {
  try {
    return attempt.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
  } catch {
    return inPage
  }
}
