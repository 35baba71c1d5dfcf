import { useEffect, useRef } from 'react'
import { changedFields, typedSince } from './changes.ts'
import type { useDraft } from './use-draft.ts'

type Fields = Record<string, unknown>
type ResettableForm<Values extends Fields> = {
  getValues(): Values
  setInitialValues(values: Values): void
  setValues(values: Values): void
  setFieldValue(field: string, value: unknown): void
  clearErrors(): void
}

/**
 * Resets a form to its pristine values, with or without the changes that the user typed since it was sent.
 *
 * @param onReset clears the form's other state
 */
export function useFormReset<Values extends Fields>(
  form: ResettableForm<Values>,
  draft: ReturnType<typeof useDraft<Values>>,
  onReset: () => void,
) {
  const isMounted = useIsMounted()
  function resetTo(later: Partial<Values>): boolean {
    const pristine = draft.pristine.current
    const next = { ...pristine, ...later }
    const isChanged = changedFields(pristine, next).length > 0
    form.setInitialValues(pristine)
    // While the user types, set fields one by one: setValues would mount every field again.
    if (isChanged) for (const field of changedFields(form.getValues(), next)) form.setFieldValue(field, next[field])
    else form.setValues(pristine)
    form.clearErrors()
    draft.forget()
    onReset()
    if (isChanged) {
      draft.follow(next)
      draft.store(next)
    }
    return isChanged
  }
  return {
    /** Discards the draft and resets the form. */
    reset: () => void resetTo({}),
    /**
     * Call it once the sent values are saved. Changes typed since stay; if the form has closed, those in the stored draft.
     * Returns whether there are any.
     */
    applySaved(sent: Fields): boolean {
      const now = isMounted() ? form.getValues() : ((draft.stored() ?? {}) as Partial<Values>)
      draft.rebaseOnSaved(sent)
      return resetTo(typedSince(sent, now, draft.pristine.current))
    },
    /** Call it if another form of the same draft sent and saved the values. If this form has further changes, all its values stay. */
    applySavedElsewhere(sent: Fields): void {
      const now = form.getValues()
      draft.rebaseOnSaved(sent)
      resetTo(changedFields(sent, now).length > 0 ? now : {})
    },
  }
}

function useIsMounted(): () => boolean {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return () => isMounted.current
}
