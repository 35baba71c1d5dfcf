import { schemaResolver, useForm } from '@mantine/form'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldProblem } from '@despatch/contract/route/problem'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { ApiError, isAbort, messageOf } from '../server/api-error.ts'
import { notify } from '../notify/notify.ts'
import { changedFields, draftOf } from './changes.ts'
import { draftKeyOf, keepDraft, readDraft } from './drafts.ts'
import { focusFirstError } from './first-error.ts'
import { createKeyring } from './idempotency.ts'
import { isFieldError } from './is-field-error.ts'

type Given<Schema extends z.ZodObject> = {
  /** The shape of the body in the contract: the form checks what the server checks. */
  readonly schema: Schema
  readonly initialValues: z.input<Schema>
  /** Under which name what is typed is kept, for this user and client, until it is saved or cancelled. */
  readonly draftKey: string
  /** What each field is called, for 'Changed: …'. A field without a name is not mentioned. */
  readonly labels: Partial<Record<keyof z.input<Schema> & string, string>>
  /**
   * Sends the checked values; the key is the same for every try with the same values. When it throws an ApiError, its
   * fields stand beside the fields of the form and its message is shown. When it returns, the form begins anew.
   */
  readonly onSubmit: (values: z.output<Schema>, idempotencyKey: string) => Promise<void>
  /** The field of the form that a path of the body is, where the body is not as the form: 'packing.weight' is 'weight'. */
  readonly fieldOf?: (path: string) => string
  /** Shown after Cancel has taken the draft away. */
  readonly onCancel?: () => void
}

const DRAFT_DELAY_MS = 300

/** A form whose values have the shape of a call's body. Give what it returns to {@link FormShell}, which lays it out. */
export function useContractForm<Schema extends z.ZodObject>(given: Given<Schema>) {
  type Values = z.input<Schema> & Record<string, unknown>
  const latest = useRef(given)
  latest.current = given
  const element = useRef<HTMLFormElement>(null)
  // The client is fixed for as long as the form is there: the frame begins a screen anew when it changes.
  const [key] = useState(() => draftKeyOf(given.draftKey))
  const pristine = useRef(given.initialValues as Values)
  const [draft] = useState(() => draftOf(pristine.current, readDraft(key)))
  const [keyring] = useState(createKeyring)
  const afterSave = useRef<() => void>(undefined)
  const [changed, setChanged] = useState<readonly string[]>(() => changedFields(pristine.current, draft))
  const [isRestored, setIsRestored] = useState(changed.length > 0)
  const [hasTried, setHasTried] = useState(false)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [problem, setProblem] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const validate = useMemo(() => schemaResolver(given.schema, { sync: true }), [given.schema])

  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: draft,
    validate,
    validateInputOnBlur: hasTried,
    onValuesChange: (values) => {
      const now = changedFields(pristine.current, values)
      setChanged((before) => (before.join() === now.join() ? before : now))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => keepDraft(key, now.length > 0 ? values : undefined), DRAFT_DELAY_MS)
    },
  })

  const keepNow = useCallback(() => {
    clearTimeout(timer.current)
    const values = form.getValues()
    return keepDraft(key, changedFields(pristine.current, values).length > 0 ? values : undefined)
    // form is a new object each time, with the same functions.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key])
  useEffect(() => {
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [keepNow])

  /** Forgets the draft and begins anew. */
  function reset() {
    clearTimeout(timer.current)
    form.setInitialValues(pristine.current)
    form.setValues(pristine.current)
    form.clearErrors()
    clearTimeout(timer.current)
    keepDraft(key, undefined)
    keyring.forget()
    setChanged([])
    setIsRestored(false)
    setHasTried(false)
    setProblem('')
  }

  function showErrors(errors: Readonly<Record<string, unknown>>) {
    setHasTried(true)
    requestAnimationFrame(() => focusFirstError(element.current, errors))
  }

  /** The values as they would be sent; undefined where they cannot be. */
  const read = () => latest.current.schema.safeParse(form.getValues()).data

  /** The same; where they cannot be sent, the fields say why. */
  function check(): z.output<Schema> | undefined {
    const checked = read()
    const errors = checked ? {} : validate(form.getValues())
    form.setErrors(errors)
    setProblem(typeof errors[''] === 'string' ? errors[''] : '')
    if (!checked) showErrors(errors)
    return checked
  }

  const whenSaved = useCallback((then: () => void) => {
    afterSave.current = then
  }, [])

  /** What the server refuses of the values stands beside their fields. */
  function showRefused(fields: readonly FieldProblem[]) {
    const { fieldOf = (path: string) => path } = latest.current
    const refused = Object.fromEntries(fields.map(({ path, message }) => [fieldOf(path), message]))
    form.setErrors(refused)
    showErrors(refused)
  }

  async function submit() {
    if (isSubmitting) return
    const checked = check()
    if (!checked) return
    setIsSubmitting(true)
    try {
      await latest.current.onSubmit(checked, keyring.keyFor(checked))
      afterSave.current?.()
      reset()
    } catch (error) {
      if (isAbort(error)) return
      // Drawn at once, to see whether each problem has a field at which it stands.
      flushSync(() => {
        setProblem('')
        showRefused(error instanceof ApiError ? error.fields : [])
      })
      if (isFieldError(element.current, error)) return
      setProblem(isConflict(error) ? '' : problemText(error))
      notify.danger(messageOf(error))
    } finally {
      setIsSubmitting(false)
    }
  }

  return {
    form,
    element,
    submit,
    read,
    check,
    showRefused,
    reset,
    keepNow,
    /** Takes what is to be done once the form has been saved, also where saving closes it. */
    whenSaved,
    isSubmitting,
    /** What the last try ended with, where it is about the whole form. */
    problem,
    /** The fields that differ from how the form began. */
    changed,
    labels: given.labels as Readonly<Record<string, string | undefined>>,
    /** What was typed before was there when the form opened. */
    isRestored,
    cancel() {
      reset()
      latest.current.onCancel?.()
    },
    /** Fills in a field that the user has left as it was; the form does not count it as a change. */
    prefill<Field extends keyof Values & string>(field: Field, value: Values[Field]) {
      const isUntouched = !changedFields(pristine.current, form.getValues()).includes(field)
      pristine.current = { ...pristine.current, [field]: value }
      // Not setValues, which would set every field up anew, the one that is being typed in too.
      if (isUntouched) form.setFieldValue(field, value as never)
    },
  }
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'version_conflict'

function problemText(error: unknown): string {
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined
  return requestId ? `${messageOf(error)} (request ${requestId})` : messageOf(error)
}

/** What {@link FormShell} takes of any form, whatever its values. */
export type FormState = Pick<
  ReturnType<typeof useContractForm<z.ZodObject>>,
  | 'element'
  | 'submit'
  | 'reset'
  | 'keepNow'
  | 'cancel'
  | 'isSubmitting'
  | 'problem'
  | 'changed'
  | 'labels'
  | 'isRestored'
>
