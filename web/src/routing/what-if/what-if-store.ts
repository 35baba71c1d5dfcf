import type { DraftInput } from '@despatch/contract/routing/rule-book/drafts'
import { createStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'

/** A what-if that was begun in a form of this window, and what was tried. */
type Tried = { readonly id: string; readonly draft: string }

/** The last what-if of each form: it goes on while the form is left, and is there again when one returns. */
export const triedStore = createStore<Readonly<Record<string, Tried>>>({})

/** The name of a form: whose it is, its screen, its title. */
export function formName(title: string): string {
  const { user } = session.store.get()
  return [user?._id, session.client(), window.location.pathname, title].join(' ')
}

/** Keeps the what-if of a form, in place of the one before; undefined forgets it. */
export function keepTried(form: string, tried: Tried | undefined): void {
  const { [form]: _before, ...others } = triedStore.get()
  triedStore.set(tried ? { ...others, [form]: tried } : others)
}

/** What a draft says, to compare with another. The version that it knows of is none of its words. */
export function draftText(draft: DraftInput): string {
  return JSON.stringify(draft, (key, value: unknown) => (key === 'version' ? undefined : value))
}
