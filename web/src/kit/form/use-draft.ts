import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useStable } from '../ui/use-stable.ts'
import { changedFields, type StoredDraft, restoreDraft } from './changes.ts'
import { draftKeyOf, storeDraft, readDraft } from './drafts.ts'

const DRAFT_DELAY_MS = 300

const fields = z.record(z.string(), z.unknown())
const storedShape = z.object({ values: fields, base: fields })

const readStored = (key: string): StoredDraft | undefined => storedShape.safeParse(readDraft(key)).data

/** The draft of a form, stored shortly after each change while it differs from the values with which the form began. */
export function useDraft<Values extends Record<string, unknown>>(name: string, initialValues: Values) {
  // The client is fixed: when it changes, the frame mounts the screen again.
  const [key] = useState(() => draftKeyOf(name))
  const base = useRef(initialValues)
  const pristine = useRef(initialValues)
  const [{ values, alsoChanged }] = useState(() => {
    const draft = readStored(key)
    return draft ? restoreDraft(initialValues, draft) : { values: initialValues, alsoChanged: [] }
  })
  const [changed, setChanged] = useState<readonly string[]>(() => changedFields(initialValues, values))
  const [isRestored, setIsRestored] = useState(changed.length > 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function store(now: Values): boolean {
    clearTimeout(timer.current)
    const draft: StoredDraft = { values: now, base: base.current }
    return storeDraft(key, changedFields(pristine.current, now).length > 0 ? draft : undefined)
  }
  return {
    key,
    /** The values with which the form begins, including those of the draft. */
    values,
    pristine,
    shown: {
      /** The fields that differ from the values with which the form began. */
      changed,
      /** Whether the form opened with a draft. */
      isRestored,
      /** Fields of the draft that others have changed since. */
      alsoChanged,
    },
    store,
    /** The stored values now: after this form has closed, another one may have changed them. */
    stored: () => readStored(key)?.values,
    follow(now: Values) {
      const differing = changedFields(pristine.current, now)
      setChanged((before) => (before.join() === differing.join() ? before : differing))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => store(now), DRAFT_DELAY_MS)
    },
    forget() {
      clearTimeout(timer.current)
      storeDraft(key, undefined)
      base.current = pristine.current
      setChanged([])
      setIsRestored(false)
    },
    /** If the record has a version, makes the sent values the pristine ones, unless the form already begins with the saved record. */
    rebaseOnSaved(sent: Record<string, unknown>) {
      const { version } = pristine.current
      if (version !== undefined && version === sent['version']) pristine.current = sent as Values
    },
    /** Makes a value the pristine one of its field. Returns whether the user has not changed the field. */
    rebaseField<Field extends keyof Values & string>(now: Values, field: Field, value: Values[Field]): boolean {
      const isUntouched = !changedFields(pristine.current, now).includes(field)
      pristine.current = { ...pristine.current, [field]: value }
      return isUntouched
    },
  }
}

/** Stores the draft when the page or the form closes. Returns a function that stores it now. */
export function useStoreOnLeave(store: () => boolean): () => boolean {
  const storeNow = useStable(store)
  useEffect(() => {
    window.addEventListener('pagehide', storeNow)
    return () => {
      window.removeEventListener('pagehide', storeNow)
      storeNow()
    }
  }, [storeNow])
  return storeNow
}
