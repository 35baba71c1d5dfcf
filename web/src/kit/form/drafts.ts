import { newIdempotencyKey } from '../browser/idempotency-key.ts'
import { windowStorage } from '../browser/storage.ts'
import { session } from '../session/session-store.ts'

// Of this window: two windows may each have an order half typed.
const PREFIX = 'despatch.draft.'

function ownPrefix(): string {
  return `${PREFIX}${session.store.get().user?._id ?? ''}.`
}

/** The key of a draft: of this user, for the client selected now. */
export function draftKeyOf(name: string): string {
  return `${ownPrefix()}${session.client()}.${name}`
}

/** Where the key is kept by which a draft is sent, and that it was. */
export const sentKeyOf = (draftKey: string) => draftKey.replace(PREFIX, 'despatch.sent.')

/** What is kept under a draft's key, or undefined. It is whatever an older version may have written: check it. */
export const readDraft = (key: string): unknown => windowStorage.read(key)

/**
 * Keeps a draft and the key by which it will be sent, or takes the draft away (undefined). Nothing is kept for someone who is no
 * longer signed in. Gives false where it could not be kept: it is too large, or the browser keeps nothing.
 */
export function keepDraft(key: string, values: unknown): boolean {
  const isOwn = key.startsWith(ownPrefix())
  if (isOwn && values !== undefined && windowStorage.readText(sentKeyOf(key)) === '')
    windowStorage.write(sentKeyOf(key), { key: newIdempotencyKey(), isSent: false })
  return windowStorage.write(key, isOwn ? values : undefined)
}

/** Whether the signed-in user has drafts in this window. */
export const hasDrafts = (): boolean => windowStorage.keysOf(ownPrefix()).length > 0

/** Takes away all that this window keeps of the session: drafts, which hold names and addresses, and what else there is. */
export function clearWindow(): void {
  for (const key of windowStorage.keysOf('despatch.')) windowStorage.write(key, undefined)
}
