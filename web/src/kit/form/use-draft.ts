import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useStable } from '../ui/use-stable.ts'
import { changedFields, type KeptDraft, restoreDraft } from './changes.ts'
import { draftKeyOf, keepDraft, readDraft } from './drafts.ts'

const DRAFT_DELAY_MS = 300

const fields = z.record(z.string(), z.unknown())
const kept = z.object({ values: fields, base: fields })

const keptAs = (key: string): KeptDraft | undefined => kept.safeParse(readDraft(key)).data

/** What is typed in a form, kept a moment after each change for as long as it differs from how the form began. */
export function useDraft<Values extends Record<string, unknown>>(name: string, initialValues: Values) {
  // The client is fixed for as long as the form is there: the frame begins a screen again when it changes.
  const [key] = useState(() => draftKeyOf(name))
  const base = useRef(initialValues)
  const pristine = useRef(initialValues)
  const [{ values, alsoChanged }] = useState(() => {
    const draft = keptAs(key)
    return draft ? restoreDraft(initialValues, draft) : { values: initialValues, alsoChanged: [] }
  })
  const [changed, setChanged] = useState<readonly string[]>(() => changedFields(initialValues, values))
  const [isRestored, setIsRestored] = useState(changed.length > 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function keep(now: Values): boolean {
    clearTimeout(timer.current)
    const draft: KeptDraft = { values: now, base: base.current }
    return keepDraft(key, changedFields(pristine.current, now).length > 0 ? draft : undefined)
  }
  return {
    key,
    /** What the form begins with: the draft, where there is one. */
    values,
    pristine,
    shown: {
      /** The fields that differ from how the form began. */
      changed,
      /** What was typed before was there when the form opened. */
      isRestored,
      /** Fields of the draft that others have changed since. */
      alsoChanged,
    },
    keep,
    /** What is kept of it now: a form that is gone may have been opened again. */
    stored: () => keptAs(key)?.values,
    follow(now: Values) {
      const differing = changedFields(pristine.current, now)
      setChanged((before) => (before.join() === differing.join() ? before : differing))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => keep(now), DRAFT_DELAY_MS)
    },
    forget() {
      clearTimeout(timer.current)
      keepDraft(key, undefined)
      base.current = pristine.current
      setChanged([])
      setIsRestored(false)
    },
    /** A record with a version is what was sent by now, unless the form has already begun with what was saved. */
    beginWithSaved(sent: Record<string, unknown>) {
      const { version } = pristine.current
      if (version !== undefined && version === sent['version']) pristine.current = sent as Values
    },
    /** A field begins with this value from now on; gives whether the user has left it as it was. */
    beginWith<Field extends keyof Values & string>(now: Values, field: Field, value: Values[Field]): boolean {
      const isUntouched = !changedFields(pristine.current, now).includes(field)
      pristine.current = { ...pristine.current, [field]: value }
      return isUntouched
    },
  }
}

/** Keeps what is typed when the page goes, or the form; gives what keeps it now. */
export function useKeptOnLeaving(keep: () => boolean): () => boolean {
  const keepNow = useStable(keep)
  useEffect(() => {
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [keepNow])
  return keepNow
}
