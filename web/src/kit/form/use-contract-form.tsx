import { type FormErrors, schemaResolver, useForm } from '@mantine/form'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldProblem } from '@despatch/contract/route/problem'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { ApiError, isAbort, messageOf } from '../server/api-error.ts'
import { notify } from '../notify/notify.ts'
import { focusFirstError, isFieldError } from './field-errors.ts'
import { changedFields } from './changes.ts'
import { createKeyring, onDraftSaved, savedBefore, sayDraftSaved, TYPED_SINCE } from './idempotency.ts'
import { focusRefused } from './typed/number-fields.tsx'
import { waitForPendingFields, hasPendingFields } from '../ui/pending-fields.ts'
import { useBeginAgain } from './saving/use-begin-again.ts'
import { useDraft, useKeptOnLeaving } from './use-draft.ts'
import { useLatest, useStable } from '../ui/use-stable.ts'

type Given<Schema extends z.ZodObject> = {
  /** The shape of the body in the contract: the form checks what the server checks. */
  readonly schema: Schema
  readonly initialValues: z.input<Schema>
  /** Under which name what is typed is kept, for this user and client, until it is saved or cancelled. */
  readonly draftKey: string
  /** What each field is called, for 'Changed: …'. A field without a name is not mentioned. */
  readonly labels: Partial<Record<keyof z.input<Schema> & string, string>>
  /** Asks the user before anything is sent. Throws an AbortError where they go on editing. */
  readonly ask?: (values: z.output<Schema>) => Promise<void>
  /**
   * Sends the checked values; the key is the same for every try, until one is answered as saved. When it throws an ApiError, its
   * fields stand beside the fields of the form and its message is shown. When it returns, the form begins again, but for what was
   * typed since it was sent.
   */
  readonly onSubmit: (values: z.output<Schema>, idempotencyKey: string) => Promise<void>
  /** The field of the form that a path of the body is, where the body is not as the form: 'packing.weight' is 'weight'. */
  readonly fieldOf?: (path: string) => string
  /** Shown after Cancel has taken the draft away. */
  readonly onCancel?: () => void
}

/** A form whose values have the shape of a call's body. Give what it returns to {@link FormShell}, which lays it out. */
export function useContractForm<Schema extends z.ZodObject>(given: Given<Schema>) {
  type Values = z.input<Schema> & Record<string, unknown>
  const latest = useLatest(given)
  const element = useRef<HTMLFormElement>(null)
  const draft = useDraft(given.draftKey, given.initialValues as Values)
  const [hasTried, setHasTried] = useState(false)
  const validate = useMemo(() => schemaResolver(given.schema, { sync: true }), [given.schema])
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: draft.values,
    validate,
    validateInputOnBlur: hasTried,
    onValuesChange: draft.follow,
  })
  const keepNow = useKeptOnLeaving(() => draft.keep(form.getValues()))
  const checks = useChecks<Schema>(form, element, latest, () => setHasTried(true))
  const { reset, noteSent, noteSentElsewhere } = useBeginAgain<Values>(
    form as SetForm & typeof form,
    draft,
    forgetTries,
  )
  const sending = useSending<Schema>(checks, {
    element,
    latest,
    draftKey: draft.key,
    values: () => form.getValues(),
    noteSent,
    noteSentElsewhere,
  })
  function forgetTries() {
    sending.forgetKey()
    setHasTried(false)
    checks.setProblem('')
  }
  const setters = useSetters<Schema>(form, draft, sending.isTypedSince)

  return {
    form,
    element,
    submit: sending.submit,
    read: checks.read,
    check: checks.check,
    showRefused: checks.showRefused,
    reset,
    keepNow,
    ...setters,
    whenSaved: sending.whenSaved,
    isSubmitting: sending.isSubmitting,
    wasSent: sending.wasSent,
    isTypedSince: sending.isTypedSince,
    /** What the last try ended with, where it is about the whole form. */
    problem: checks.problem,
    labels: given.labels as Readonly<Record<string, string | undefined>>,
    ...draft.shown,
    cancel() {
      reset()
      latest.current.onCancel?.()
    },
  }
}

/** Sets fields by names that are known only as it runs. */
function useSetters<Schema extends z.ZodObject>(
  form: SetForm,
  draft: DraftBase,
  isTypedSince: (field: string) => boolean,
) {
  return {
    /** Sets some of the fields; what was wrong with them, and with what is within them, is no more what stands there. */
    setFields(part: Partial<z.input<Schema>>) {
      for (const [field, value] of Object.entries(part)) {
        form.setFieldValue(field, value)
        for (const path of Object.keys(form.errors)) if (path.startsWith(`${field}.`)) form.clearFieldError(path)
      }
    },
    /** Fills in a field that the user has left as it was; the form does not count it as a change. */
    prefill<Field extends keyof z.input<Schema> & string>(field: Field, value: z.input<Schema>[Field]) {
      // Not setValues, which would set every field up again, the one that is being typed in too.
      if (draft.beginWith(form.getValues(), field, value) && !isTypedSince(field)) form.setFieldValue(field, value)
    },
  }
}

type SetForm = {
  readonly errors: FormErrors
  getValues(): Record<string, unknown>
  setFieldValue(field: string, value: unknown): void
  clearFieldError(path: string): void
}
type DraftBase = { beginWith(now: Record<string, unknown>, field: string, value: unknown): boolean }

/** What useChecks and useSending take of a form of any values. */
type CheckedForm = {
  getValues(): Record<string, unknown>
  validate(): { readonly errors: FormErrors }
  setErrors(errors: FormErrors): void
}

/** Checks values by the shape, and shows what is wrong with them beside their fields. */
function useChecks<Schema extends z.ZodObject>(
  form: CheckedForm,
  element: RefObject<HTMLFormElement | null>,
  latest: RefObject<Given<Schema>>,
  onWrong: () => void,
) {
  const [problem, setProblem] = useState('')

  function showErrors(errors: FormErrors) {
    form.setErrors(errors)
    onWrong()
    requestAnimationFrame(() => focusFirstError(element.current, errors))
  }

  /** The values as they would be sent; undefined where they cannot be. */
  const read = () => latest.current.schema.safeParse(form.getValues()).data

  /** The same; where they cannot be sent, the fields say why. */
  function check(): z.output<Schema> | undefined {
    const checked = read()
    const errors = checked ? {} : form.validate().errors
    setProblem(typeof errors[''] === 'string' ? errors[''] : '')
    if (checked) form.setErrors({})
    else showErrors(errors)
    return checked
  }

  /** What the server refuses of the values stands beside their fields. */
  function showRefused(fields: readonly FieldProblem[]) {
    const { fieldOf = (path: string) => path } = latest.current
    showErrors(Object.fromEntries(fields.map(({ path, message }) => [fieldOf(path), message])))
  }
  /** Says why the values were not saved: at a field, else about the whole form. */
  function showFailure(error: unknown) {
    // Drawn at once, to see whether each problem has a field at which it stands.
    flushSync(() => {
      setProblem('')
      showRefused(error instanceof ApiError ? error.fields : [])
    })
    if (isFieldError(element.current, error)) return
    setProblem(isConflict(error) ? '' : (savedBefore(error) ?? problemText(error)))
    notify.danger(savedBefore(error) ?? messageOf(error))
  }
  return { problem, setProblem, read, check, showRefused, showFailure }
}

type Sending<Schema extends z.ZodObject> = {
  readonly element: RefObject<HTMLFormElement | null>
  readonly latest: RefObject<Given<Schema>>
  readonly draftKey: string
  readonly values: () => Record<string, unknown>
  /** These values are saved. Gives whether more was typed since. */
  readonly noteSent: (sent: Record<string, unknown>) => boolean
  readonly noteSentElsewhere: (sent: Record<string, unknown>) => void
}

/** Sends the values, one try at a time, by the key of their draft. */
function useSending<Schema extends z.ZodObject>(
  checks: ReturnType<typeof useChecks<Schema>>,
  { element, latest, draftKey, values, noteSent, noteSentElsewhere }: Sending<Schema>,
) {
  const [keyring] = useState(() => createKeyring(draftKey))
  const [wasSent, setWasSent] = useState(keyring.wasSent)
  const [isSubmitting, setIsSubmitting] = useState(false)
  // Known at once: a second click may come before the first is drawn.
  const underWay = useRef<Record<string, unknown>>(undefined)
  const afterSave = useRef<() => void>(undefined)

  /** Takes what is to be done once the form has been saved, also where saving closes it. */
  const whenSaved = useCallback((then: () => void) => {
    afterSave.current = then
  }, [])

  /** The form was opened again while another of the same draft awaited its answer, which is that it is saved. */
  const onSavedElsewhere = useStable((sent: Record<string, unknown>) => {
    if (underWay.current) return
    setWasSent(false)
    noteSentElsewhere(sent)
  })
  useEffect(() => onDraftSaved(draftKey, onSavedElsewhere), [draftKey, onSavedElsewhere])

  async function submit() {
    if (hasPendingFields()) await waitForPendingFields()
    if (underWay.current) return
    const checked = checks.check()
    if (focusRefused(element.current) || !checked) return
    const sent = structuredClone(values())
    underWay.current = sent
    setIsSubmitting(true)
    let isSent = false
    try {
      await latest.current.ask?.(checked)
      isSent = true
      await latest.current.onSubmit(checked, keyring.keyFor())
      afterSave.current?.()
      setWasSent(false)
      if (noteSent(sent)) notify.info(TYPED_SINCE)
      sayDraftSaved(draftKey, sent)
    } catch (error) {
      if (isSent) keyring.noteFailed(error)
      setWasSent(keyring.isUnanswered())
      if (isAbort(error)) return
      checks.showFailure(error)
    } finally {
      underWay.current = undefined
      setIsSubmitting(false)
    }
  }
  /** Whether a field has been changed since the values were sent whose answer is awaited. */
  const isTypedSince = (field: string) =>
    underWay.current !== undefined && changedFields(underWay.current, values()).includes(field)
  return { submit, isSubmitting, whenSaved, wasSent, isTypedSince, forgetKey: keyring.forget }
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
  | 'alsoChanged'
  | 'wasSent'
>
