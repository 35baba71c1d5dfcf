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

/** Keeps a draft, or takes it away (undefined). */
export function keepDraft(key: string, values: unknown): void {
  try {
    if (values === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(values))
  } catch {
    // Too large, or a browser that keeps nothing: the form says what is unsaved when one leaves.
  }
}

/** Whether the signed-in user has drafts in this window. */
export function hasDrafts(): boolean {
  return ownKeys().length > 0
}

/** Takes away the drafts of the signed-in user: they hold names and addresses. */
export function clearDrafts(): void {
  for (const key of ownKeys()) keepDraft(key, undefined)
}

function ownKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(ownPrefix()))
  } catch {
    return []
  }
}
