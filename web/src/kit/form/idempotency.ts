import { SECRET_SHOWN_ONCE } from '@despatch/domain/feedback/messages'
import { z } from 'zod'
import { randomUuid } from '../browser/random-uuid.ts'
import { windowStorage } from '../browser/storage.ts'
import { ApiError, isAbort, messageOf } from '../server/api-error.ts'
import { isOwnDraft, sentKeyOf } from './drafts.ts'

const storedKeyShape = z.object({ key: z.string(), isSent: z.boolean() })
type StoredKey = z.infer<typeof storedKeyShape>

/** Message if the server has already saved an earlier version of the draft under the same key. */
export const SAVED_BEFORE = 'Your first version was saved. Check it before you save again.'

/** Message if the user typed more during a save. */
export const TYPED_SINCE = 'Saved. Later changes are kept but not saved yet.'

/** Whether the server refused the call. After any other error it is unknown whether the call took effect. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

const isReused = (error: unknown) => error instanceof ApiError && error.code === 'idempotency_key_reused'

/** Message for a failed send whose error does not explain that an earlier version was saved; undefined for other errors. */
export const savedBeforeText = (error: unknown): string | undefined =>
  isReused(error) && messageOf(error) !== SECRET_SHOWN_ONCE ? SAVED_BEFORE : undefined

/**
 * Manages the idempotency key of a draft. The key stays the same, whatever the user changes, until the server has answered that
 * it saved the draft, or the draft is discarded: the server then saves it once, even if an answer is lost. This window stores
 * the key beside the draft.
 *
 * @param draftKey the storage key of the draft
 */
export function createDraftSubmission(draftKey: string) {
  const storageKey = sentKeyOf(draftKey)
  let last = readKey(storageKey)
  let isUnanswered = false
  function storeKey(next: StoredKey | undefined) {
    last = next
    // A call that ends after its user signed out leaves nothing for the next one.
    windowStorage.write(storageKey, isOwnDraft(draftKey) ? next : undefined)
  }
  return {
    /** Whether an earlier page had sent the draft without receiving an answer. */
    wasSent: last?.isSent ?? false,
    /** Whether the draft has been sent without an answer until now. */
    isUnanswered: () => readKey(storageKey)?.isSent ?? false,
    /** Marks the draft as sent, and returns the key to send it with. */
    markSent(): string {
      const { key, isSent } = readKey(storageKey) ?? last ?? { key: randomUuid(), isSent: false }
      isUnanswered = isSent
      storeKey({ key, isSent: true })
      return key
    },
    /** If the server refused, or the user went on editing instead, the send had no effect: it counts as not sent. */
    markFailed(error: unknown) {
      if (isReused(error)) storeKey(undefined)
      else if (isRefusal(error) || isAbort(error)) storeKey(last && { ...last, isSent: isUnanswered })
    },
    forget: () => storeKey(undefined),
  }
}

const readKey = (storageKey: string) => storedKeyShape.safeParse(windowStorage.read(storageKey)).data

type SentValues = Readonly<Record<string, unknown>>
type Listener = { readonly draftKey: string; readonly whenSaved: (sent: SentValues) => void }
const listeners = new Set<Listener>()

/**
 * Calls `whenSaved` with the sent values when a form has saved the draft.
 *
 * @returns a function that unsubscribes
 */
export function onDraftSaved(draftKey: string, whenSaved: (sent: SentValues) => void): () => void {
  const listener = { draftKey, whenSaved }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notifies other forms of the same draft: the user may have opened one again before the answer came. */
export function announceDraftSaved(draftKey: string, sent: SentValues): void {
  for (const listener of listeners) if (listener.draftKey === draftKey) listener.whenSaved(sent)
}
