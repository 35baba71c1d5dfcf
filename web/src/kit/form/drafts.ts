import { inWindow } from '../browser/storage.ts'
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

/** Where it is kept that a draft was sent. */
export const sentKeyOf = (draftKey: string) => draftKey.replace(PREFIX, 'despatch.sent.')

/** What is kept under a draft's key, or undefined. It is whatever an older version may have written: check it. */
export const readDraft = (key: string): unknown => inWindow.read(key)

/**
 * Keeps a draft, or takes it away (undefined). Nothing is kept for someone who is no longer signed in. Gives false where
 * it could not be kept: it is too large, or the browser keeps nothing.
 */
export const keepDraft = (key: string, values: unknown): boolean =>
  inWindow.keep(key, key.startsWith(ownPrefix()) ? values : undefined)

/** Whether the signed-in user has drafts in this window. */
export const hasDrafts = (): boolean => inWindow.keysOf(ownPrefix()).length > 0

/** Takes away all that this window keeps of the session: drafts, which hold names and addresses, and what else there is. */
export function clearWindow(): void {
  for (const key of inWindow.keysOf('despatch.')) inWindow.keep(key, undefined)
}
