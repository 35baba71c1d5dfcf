import { randomUuid } from '../browser/random-uuid.ts'
import { windowStorage } from '../browser/storage.ts'
import { session } from '../session/session-store.ts'

// Drafts belong to one window: two windows may each have a half-typed order.
const PREFIX = 'despatch.draft.'

function ownPrefix(): string {
  return `${PREFIX}${session.store.get().user?._id ?? ''}.`
}

/** The key of a draft: of this user, for the client of the screen. */
export function draftKeyOf(name: string): string {
  return `${ownPrefix()}${session.client()}.${name}`
}

/** Whether a draft belongs to the signed-in user. */
export const isOwnDraft = (draftKey: string): boolean => draftKey.startsWith(ownPrefix())

/** The storage key of a draft's idempotency key, stored with whether the draft has been sent. */
export const sentKeyOf = (draftKey: string) => draftKey.replace(PREFIX, 'despatch.sent.')

/** A stored draft, or undefined. An older version may have written it: check its shape. */
export const readDraft = (key: string): unknown => windowStorage.read(key)

/**
 * Stores a draft and its idempotency key; undefined removes the draft. Stores nothing for a user who has signed out.
 *
 * @returns false if the browser refuses, for example because the draft is too large
 */
export function storeDraft(key: string, values: unknown): boolean {
  const isOwn = isOwnDraft(key)
  if (isOwn && values !== undefined && windowStorage.readText(sentKeyOf(key)) === '')
    windowStorage.write(sentKeyOf(key), { key: randomUuid(), isSent: false })
  return windowStorage.write(key, isOwn ? values : undefined)
}

/** Whether the signed-in user has drafts in this window. */
export const hasDrafts = (): boolean => windowStorage.keysOf(ownPrefix()).length > 0

/** Removes everything that this window stores for the session, such as drafts, which contain names and addresses. */
export function clearWindowStorage(): void {
  for (const key of windowStorage.keysOf('despatch.')) windowStorage.write(key, undefined)
}
