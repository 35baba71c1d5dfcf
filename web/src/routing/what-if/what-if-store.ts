import type { DraftInput } from '@despatch/contract/routing/rule-book/drafts'
import { createStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'

/** A what-if started from a form in this window, and its draft. */
type TriedDraft = { readonly id: string; readonly draft: string }

/** The last what-if of each form. It continues if the user leaves the form, and is shown again on return. */
export const triedStore = createStore<Readonly<Record<string, TriedDraft>>>({})

/** Identifies a form by user, client, screen and title. */
export function formName(title: string): string {
  const { user } = session.store.get()
  return [user?._id, session.client(), window.location.pathname, title].join(' ')
}

/** Stores a form's what-if, replacing the previous one; undefined removes it. */
export function storeTried(form: string, tried: TriedDraft | undefined): void {
  const { [form]: _before, ...others } = triedStore.get()
  triedStore.set(tried ? { ...others, [form]: tried } : others)
}

/** A draft as text for comparisons, without its version. */
export function draftText(draft: DraftInput): string {
  return JSON.stringify(draft, (key, value: unknown) => (key === 'version' ? undefined : value))
}
