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

/** What is kept under a draft's key, or undefined. It is whatever an older version may have written: check it. */
export function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Keeps a draft, or takes it away (undefined). Nothing is kept for somebody who is no longer signed in. Gives false where
 * it could not be kept: it is too large, or the browser keeps nothing.
 */
export function keepDraft(key: string, values: unknown): boolean {
  try {
    if (values === undefined || !key.startsWith(ownPrefix())) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(values))
    return true
  } catch {
    return false
  }
}

/** Whether the signed-in user has drafts in this window. */
export function hasDrafts(): boolean {
  return ownKeys().length > 0
}

/** Takes away all that this window keeps of the session: drafts, which hold names and addresses, and what else there is. */
export function clearWindow(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('despatch.')) sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to take away.
  }
}

function ownKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(ownPrefix()))
  } catch {
    return []
  }
}
