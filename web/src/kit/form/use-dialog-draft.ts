import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { notify } from '../notify/notify.ts'
import { useStable } from '../ui/use-stable.ts'
import { changedFields, draftOf, typedSince } from './changes.ts'
import { draftKeyOf, keepDraft, readDraft } from './drafts.ts'
import { createKeyring, isRefusal, onDraftSaved, sayDraftSaved, TYPED_SINCE } from './idempotency.ts'

/**
 * What is typed into a dialog: kept in this window, for this user and client, until it is done or cancelled, so that Escape, Back,
 * a menu entry and a reload lose nothing. Give what it returns to ConfirmDialog.
 *
 * @param name what the dialog asks, and about what
 * @param initial what it begins with; values are what JSON can hold
 * @param now the version of what it is about, or those of several: `seen` is what was shown as the typing began, by which others’
 *   changes are noticed. Once a refusal has said what they did, it is the first one that is read after it
 */
export function useDialogDraft<Values extends Record<string, unknown>, Seen>(
  name: string,
  opened: boolean,
  initial: Values,
  now?: Seen,
): DialogDraft & { readonly values: Values; readonly set: (part: Partial<Values>) => void; readonly seen: Seen } {
  const { current, setState, show } = useBegun(name, opened, now)
  const { key, keyring, typed, seen, isOutdated } = current
  const values = useMemo(() => draftOf(initial, typed), [initial, typed])

  function keep(next: Fields, { isSent = false, isRefused = isOutdated } = {}) {
    const isChanged = changedFields(initial, draftOf(initial, next)).length > 0
    keepDraft(key, isChanged || isSent ? { typed: next, ...(!isRefused && { seen }) } : undefined)
  }
  /** What was sent is saved. What was typed since stays, and is sent by a key of its own. */
  function noteSent(sent: Fields) {
    const later = typedSince(sent, keptAs(key).typed ?? {}, initial)
    keyring.forget()
    keep(later, { isRefused: true })
    show({ typed: later, isRestored: false, isOutdated: true })
    return changedFields(initial, draftOf(initial, later)).length > 0
  }
  const onSaved = useStable((sent: Fields) => noteSent(sent))
  useEffect(() => onDraftSaved(key, onSaved), [key, onSaved])

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
      const isRefused = error.code === 'version_conflict'
      keep(keptAs(key).typed ?? {}, { isRefused })
      if (isRefused) show({ isOutdated: true })
    },
    noteSaved() {
      if (noteSent(typed)) notify.info(TYPED_SINCE)
      sayDraftSaved(key, typed)
    },
    forget() {
      keepDraft(key, undefined)
      keyring.forget()
      show({ typed: {}, isRestored: false })
    },
  }
}

/** What a dialog shows, begun again as it opens. */
function useBegun<Seen>(name: string, opened: boolean, now: Seen) {
  const [state, setState] = useState(() => ({ ...begin(name, now), opened }))
  // While it closes it shows what it showed, whatever is asked about by then.
  let current = state
  if (opened && (!state.opened || draftKeyOf(name) !== state.key)) current = { ...begin(name, now), opened }
  else if (opened !== state.opened) current = { ...state, opened }
  if (current.isOutdated && JSON.stringify(now) !== JSON.stringify(current.seen))
    current = { ...current, seen: now, isOutdated: false }
  if (current !== state) setState(current)
  /** Changes what is shown, unless it has begun again for something else. */
  function show(part: Partial<typeof current>) {
    setState((latest) => (latest.key === current.key ? { ...latest, ...part } : latest))
  }
  return { current, setState, show }
}

/** What ConfirmDialog takes of a draft, whatever its values. */
export type DialogDraft = {
  /** What was typed before was there when the dialog opened. */
  readonly isRestored: boolean
  /** It was sent, too, and no answer came before the page was loaded again. */
  readonly wasSent: boolean
  /** The key of this draft, until it is saved or cancelled: for calls that create something. */
  readonly keyFor: () => string
  /** What was sent failed: once a refusal has said what others changed, one goes by what is there then. */
  readonly noteFailed: (error: unknown) => void
  /**
   * What this draft held is saved. Call it of the draft as it was when it was sent: what was typed since stays, here and where the
   * same was opened again before the answer came.
   */
  readonly noteSaved: () => void
  readonly forget: () => void
}

type Fields = Readonly<Record<string, unknown>>
const kept = z.object({ typed: z.record(z.string(), z.unknown()), seen: z.unknown().optional() })

const keptAs = (key: string): Partial<z.infer<typeof kept>> => kept.safeParse(readDraft(key)).data ?? {}

function begin<Seen>(name: string, now: Seen) {
  const key = draftKeyOf(name)
  const { typed, seen } = keptAs(key)
  const isRestored = typed !== undefined
  return {
    key,
    keyring: createKeyring(key),
    isRestored,
    typed: typed ?? {},
    seen: isRestored && seen !== undefined ? (seen as Seen) : now,
    /** What it was sent for has changed since: the next that is read takes its place. */
    isOutdated: false,
  }
}
