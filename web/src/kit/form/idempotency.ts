import { SECRET_SHOWN_ONCE } from '@despatch/domain/feedback/messages'
import { z } from 'zod'
import { newIdempotencyKey } from '../browser/idempotency-key.ts'
import { windowStorage } from '../browser/storage.ts'
import { ApiError, isAbort, messageOf } from '../server/api-error.ts'
import { sentKeyOf } from './drafts.ts'

const kept = z.object({ key: z.string(), isSent: z.boolean() })
type Kept = z.infer<typeof kept>

/** What is said where the server has done what was sent by the same key before something was changed. */
export const SAVED_BEFORE = 'What you sent first was saved, as it stood then. Check it before you save this as well.'

/** What is said where more was typed while a save was under way. */
export const TYPED_SINCE = 'Saved. What you typed after that is kept, and not saved yet.'

/** Whether the server said no: of anything else nobody knows whether it was done. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

const isReused = (error: unknown) => error instanceof ApiError && error.code === 'idempotency_key_reused'

/** What to say of a send that failed; undefined where the error says it itself. */
export const savedBefore = (error: unknown): string | undefined =>
  isReused(error) && messageOf(error) !== SECRET_SHOWN_ONCE ? SAVED_BEFORE : undefined

/**
 * The key by which a draft is sent, whatever is changed in it, until the server has answered that it is saved, or the draft is
 * taken away: so what was sent once is saved once, also where no answer came. It is kept in this window with the draft.
 *
 * @param draftKey the key of the draft
 */
export function createKeyring(draftKey: string) {
  const place = sentKeyOf(draftKey)
  let last = read(place)
  let isUnanswered = false
  function keep(next: Kept | undefined) {
    last = next
    windowStorage.write(place, next)
  }
  return {
    /** It was sent, and no answer came. */
    wasSent: last?.isSent ?? false,
    /** The same by now, in this page. */
    isUnanswered: () => read(place)?.isSent ?? false,
    /** The key to send by, now. */
    keyFor(): string {
      const { key, isSent } = read(place) ?? last ?? { key: newIdempotencyKey(), isSent: false }
      isUnanswered = isSent
      keep({ key, isSent: true })
      return key
    },
    /** The send failed. Where the server said no, or the user went on editing instead, nothing of it was done. */
    noteFailed(error: unknown) {
      if (isReused(error)) keep(undefined)
      else if (isRefusal(error) || isAbort(error)) keep(last && { ...last, isSent: isUnanswered })
    },
    forget: () => keep(undefined),
  }
}

const read = (place: string) => kept.safeParse(windowStorage.read(place)).data

type Sent = Readonly<Record<string, unknown>>
type Listener = { readonly draftKey: string; readonly whenSaved: (sent: Sent) => void }
const listeners = new Set<Listener>()

/** Calls `whenSaved` when a form saves the draft, with the values that it sent. Gives the function that ends it. */
export function onDraftSaved(draftKey: string, whenSaved: (sent: Sent) => void): () => void {
  const listener = { draftKey, whenSaved }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says to forms of the same draft that it is saved: one may have been opened again while the answer was awaited. */
export function sayDraftSaved(draftKey: string, sent: Sent): void {
  for (const one of listeners) if (one.draftKey === draftKey) one.whenSaved(sent)
}
