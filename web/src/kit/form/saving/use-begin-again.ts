import { useEffect, useRef } from 'react'
import { changedFields, typedSince } from '../changes.ts'
import type { useDraft } from '../use-draft.ts'

type Fields = Record<string, unknown>
type BegunForm<Values extends Fields> = {
  getValues(): Values
  setInitialValues(values: Values): void
  setValues(values: Values): void
  setFieldValue(field: string, value: unknown): void
  clearErrors(): void
}

/** Begins a form again, as a whole or but for what was typed since it was sent. `whenBegun` forgets what else there is of it. */
export function useBeginAgain<Values extends Fields>(
  form: BegunForm<Values>,
  draft: ReturnType<typeof useDraft<Values>>,
  whenBegun: () => void,
) {
  const isThere = useIsThere()
  function beginAgain(later: Partial<Values>): boolean {
    const pristine = draft.pristine.current
    const next = { ...pristine, ...later }
    const isChanged = changedFields(pristine, next).length > 0
    form.setInitialValues(pristine)
    // Each field alone where one is being typed in: setValues sets every field up again.
    if (isChanged) for (const field of changedFields(form.getValues(), next)) form.setFieldValue(field, next[field])
    else form.setValues(pristine)
    form.clearErrors()
    draft.forget()
    whenBegun()
    if (isChanged) {
      draft.follow(next)
      draft.keep(next)
    }
    return isChanged
  }
  return {
    /** Forgets the draft and begins again. */
    reset: () => void beginAgain({}),
    /**
     * What was sent is saved; what was typed since stays. Where the form is gone, that is what is kept by now. Gives whether there
     * is any.
     */
    noteSent(sent: Fields): boolean {
      const now = isThere() ? form.getValues() : ((draft.stored() ?? {}) as Partial<Values>)
      draft.beginWithSaved(sent)
      return beginAgain(typedSince(sent, now, draft.pristine.current))
    },
    /** The same where another form of the same draft sent it: where more was typed here, all of it stays. */
    noteSentElsewhere(sent: Fields): void {
      const now = form.getValues()
      draft.beginWithSaved(sent)
      beginAgain(changedFields(sent, now).length > 0 ? now : {})
    },
  }
}

/** Tells whether what asks is still on the page. */
function useIsThere(): () => boolean {
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return () => isThere.current
}
