import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { notify } from '../notify/notify.ts'
import { useStable } from '../ui/use-stable.ts'
import { changedFields, draftOf, typedSince } from './changes.ts'
import { draftKeyOf, storeDraft, readDraft } from './drafts.ts'
import { createDraftSubmission, isRefusal, onDraftSaved, announceDraftSaved, TYPED_SINCE } from './idempotency.ts'

/**
 * The draft of a dialog, stored in this window for this user and client until it is done or cancelled: Escape, Back, a menu
 * entry and a reload lose nothing. Pass the result to ConfirmDialog.
 *
 * @param name identifies the dialog and its record
 * @param initial the initial values, which must be JSON
 * @param now the current version of the record, or versions of several. The returned `seen` is the version shown when the user
 *   began to type, for noticing changes by others. After a version conflict it is the first version read since
 */
export function useDialogDraft<Values extends Record<string, unknown>, Seen>(
  name: string,
  opened: boolean,
  initial: Values,
  now?: Seen,
): DialogDraft & { readonly values: Values; readonly set: (part: Partial<Values>) => void; readonly seen: Seen } {
  const { current, setState, show } = useDialogState(name, opened, now)
  const { key, submission, typed, seen, isOutdated } = current
  const values = useMemo(() => draftOf(initial, typed), [initial, typed])

  function store(next: Fields, { isSent = false, isRefused = isOutdated } = {}) {
    const isChanged = changedFields(initial, draftOf(initial, next)).length > 0
    storeDraft(key, isChanged || isSent ? { typed: next, ...(!isRefused && { seen }) } : undefined)
  }
  /** Removes the saved values from the draft. Changes typed since stay, with a new idempotency key. */
  function applySaved(sent: Fields) {
    const later = typedSince(sent, readStored(key).typed ?? {}, initial)
    submission.forget()
    store(later, { isRefused: true })
    show({ typed: later, isRestored: false, isOutdated: true })
    return changedFields(initial, draftOf(initial, later)).length > 0
  }
  const onSaved = useStable((sent: Fields) => applySaved(sent))
  useEffect(() => onDraftSaved(key, onSaved), [key, onSaved])

  return {
    values,
    seen: seen as Seen,
    set(part) {
      const next = { ...typed, ...part }
      store(next)
      setState({ ...current, typed: next })
    },
    isRestored: current.isRestored,
    wasSent: submission.wasSent,
    markSent() {
      store(typed, { isSent: true })
      return submission.markSent()
    },
    markFailed(error) {
      submission.markFailed(error)
      if (!isRefusal(error)) return
      const isRefused = error.code === 'version_conflict'
      store(readStored(key).typed ?? {}, { isRefused })
      if (isRefused) show({ isOutdated: true })
    },
    markSaved() {
      if (applySaved(typed)) notify.info(TYPED_SINCE)
      announceDraftSaved(key, typed)
    },
    forget() {
      storeDraft(key, undefined)
      submission.forget()
      show({ typed: {}, isRestored: false })
    },
  }
}

/** The state of a dialog, which begins again whenever it opens. */
function useDialogState<Seen>(name: string, opened: boolean, now: Seen) {
  const [state, setState] = useState(() => ({ ...beginDraft(name, now), opened }))
  // While the dialog fades out, it keeps its content, even if it already has another record.
  let current = state
  if (opened && (!state.opened || draftKeyOf(name) !== state.key)) current = { ...beginDraft(name, now), opened }
  else if (opened !== state.opened) current = { ...state, opened }
  if (current.isOutdated && JSON.stringify(now) !== JSON.stringify(current.seen))
    current = { ...current, seen: now, isOutdated: false }
  if (current !== state) setState(current)
  /** Changes the state, unless the dialog has another record by now. */
  function show(part: Partial<typeof current>) {
    setState((latest) => (latest.key === current.key ? { ...latest, ...part } : latest))
  }
  return { current, setState, show }
}

/** The part of a draft that ConfirmDialog needs, whatever its values. */
export type DialogDraft = {
  /** Whether the dialog opened with a draft. */
  readonly isRestored: boolean
  /** Whether that draft had been sent without an answer before the page was reloaded. */
  readonly wasSent: boolean
  /** Marks the draft as sent. Returns its idempotency key, for calls that create something. */
  readonly markSent: () => string
  /** Call it when sending has failed. After a version conflict, `seen` becomes the next version read. */
  readonly markFailed: (error: unknown) => void
  /**
   * Call it when sending has succeeded, on the draft object that was sent. Changes typed since stay, also in a dialog that the
   * user opened again before the answer came.
   */
  readonly markSaved: () => void
  readonly forget: () => void
}

type Fields = Readonly<Record<string, unknown>>
const storedShape = z.object({ typed: z.record(z.string(), z.unknown()), seen: z.unknown().optional() })

const readStored = (key: string): Partial<z.infer<typeof storedShape>> =>
  storedShape.safeParse(readDraft(key)).data ?? {}

function beginDraft<Seen>(name: string, now: Seen) {
  const key = draftKeyOf(name)
  const { typed, seen } = readStored(key)
  const isRestored = typed !== undefined
  return {
    key,
    submission: createDraftSubmission(key),
    isRestored,
    typed: typed ?? {},
    seen: isRestored && seen !== undefined ? (seen as Seen) : now,
    /** Whether the record has changed: `seen` then takes the next version read. */
    isOutdated: false,
  }
}
