import { useMemo, useState } from 'react'
import { z } from 'zod'
import { changedFields, draftOf } from './changes.ts'
import { draftKeyOf, keepDraft, readDraft } from './drafts.ts'
import { createKeyring, isRefusal } from './idempotency.ts'

/**
 * What is typed into a dialog: kept in this window, for this user and client, until it is done or cancelled, so that Escape, Back,
 * a menu entry and a reload lose nothing. Give what it returns to ConfirmDialog.
 *
 * @param name what the dialog asks, and about what
 * @param initial what it begins with; values are what JSON can hold, and none is null or undefined
 * @param now the version of what it is about, or those of several: `seen` is what was shown as the typing began, by which others’
 *   changes are noticed, until a refusal has said what they did
 */
export function useDialogDraft<Values extends Record<string, unknown>, Seen>(
  name: string,
  opened: boolean,
  initial: Values,
  now?: Seen,
): DialogDraft & { readonly values: Values; readonly set: (part: Partial<Values>) => void; readonly seen: Seen } {
  const [state, setState] = useState(() => ({ ...begin(name, now), opened }))
  // While it closes it shows what it showed, whatever is asked about by then.
  let current = state
  if (opened && (!state.opened || draftKeyOf(name) !== state.key)) current = { ...begin(name, now), opened }
  else if (opened !== state.opened) current = { ...state, opened }
  if (current !== state) setState(current)
  const { key, keyring, typed, isLatest } = current
  const seen = isLatest ? now : current.seen
  const values = useMemo(() => draftOf(initial, typed), [initial, typed])

  function keep(next: Readonly<Record<string, unknown>>, { isSent = false, isOutdated = false } = {}) {
    const isChanged = changedFields(initial, draftOf(initial, next)).length > 0
    keepDraft(key, isChanged || isSent ? { typed: next, ...(!isOutdated && { seen }) } : undefined)
  }
  return {
    values,
    seen: seen as Seen,
    set(part) {
      const next = { ...typed, ...part }
      keep(next)
      setState({ ...current, typed: next })
    },
    isRestored: current.isRestored,
    wasSent: keyring.wasSent,
    keyFor() {
      keep(typed, { isSent: true })
      return keyring.keyFor()
    },
    noteFailed(error) {
      keyring.noteFailed(error)
      if (!isRefusal(error)) return
      const isOutdated = error.code === 'version_conflict'
      keep(typed, { isOutdated })
      if (isOutdated) setState({ ...current, isLatest: true })
    },
    forget() {
      keepDraft(key, undefined)
      keyring.forget()
      setState({ ...current, typed: {}, isRestored: false })
    },
  }
}

/** What ConfirmDialog takes of a draft, whatever its values. */
export type DialogDraft = {
  /** What was typed before was there when the dialog opened. */
  readonly isRestored: boolean
  /** It was sent, too, and no answer came before the page was loaded again. */
  readonly wasSent: boolean
  /** The key of this draft, until it is saved or cancelled: for calls that create something. */
  readonly keyFor: () => string
  /** What was sent failed: once a refusal has said what others changed, one goes by what is there now. */
  readonly noteFailed: (error: unknown) => void
  readonly forget: () => void
}

const kept = z.object({ typed: z.record(z.string(), z.unknown()), seen: z.unknown().optional() })

function begin<Seen>(name: string, now: Seen) {
  const key = draftKeyOf(name)
  const { typed, seen } = kept.safeParse(readDraft(key)).data ?? {}
  const isRestored = typed !== undefined
  return {
    key,
    keyring: createKeyring(key),
    isRestored,
    typed: typed ?? {},
    seen: isRestored && seen !== undefined ? (seen as Seen) : now,
    isLatest: false,
  }
}
