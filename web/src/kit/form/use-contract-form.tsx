import { type FormErrors, schemaResolver, useForm } from '@mantine/form'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldProblem } from '@despatch/contract/route/problem'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { ApiError, isAbort, messageOf } from '../server/api-error.ts'
import { notify } from '../notify/notify.ts'
import { focusErrors, isFieldError } from './field-errors.ts'
import { changedFields } from './changes.ts'
import { createDraftSubmission, onDraftSaved, savedBeforeText, announceDraftSaved, TYPED_SINCE } from './idempotency.ts'
import { focusUnreadableNumber } from './typed/number-fields.tsx'
import { waitForPendingFields, hasPendingFields } from '../ui/pending-fields.ts'
import { useFormReset } from './use-form-reset.ts'
import { useDraft, useStoreOnLeave } from './use-draft.ts'
import { useLatest, useStable } from '../ui/use-stable.ts'

type ContractFormOptions<Schema extends z.ZodObject> = {
  /** The body's schema in the contract: the form checks what the server checks. */
  readonly schema: Schema
  readonly initialValues: z.input<Schema>
  /** The name of the draft, stored for this user and client until it is saved or cancelled. */
  readonly draftKey: string
  /** Labels of the fields, for 'Unsaved changes: …'. Fields without a label are not mentioned. */
  readonly labels: Partial<Record<keyof z.input<Schema> & string, string>>
  /** Asks the user before sending. Throws an AbortError if they go on editing. */
  readonly ask?: (values: z.output<Schema>) => Promise<void>
  /**
   * Sends the checked values. The key is the same for every attempt until one succeeds. If it throws an ApiError, the form shows
   * its problems at the fields, and its message. When it returns, the form is reset, except for changes typed meanwhile.
   */
  readonly onSubmit: (values: z.output<Schema>, idempotencyKey: string) => Promise<void>
  /** Maps a path of the body to a field of the form, if they differ: 'packing.weight' to 'weight'. */
  readonly fieldOf?: (path: string) => string
  /** Called after Cancel has removed the draft. */
  readonly onCancel?: () => void
}

/** The state of a form whose values have the shape of a call's body. Pass it to {@link FormShell}, which renders it. */
export function useContractForm<Schema extends z.ZodObject>(options: ContractFormOptions<Schema>) {
  type Values = z.input<Schema> & Record<string, unknown>
  const latest = useLatest(options)
  const element = useRef<HTMLFormElement>(null)
  const draft = useDraft(options.draftKey, options.initialValues as Values)
  const [hasTried, setHasTried] = useState(false)
  const validate = useMemo(() => schemaResolver(options.schema, { sync: true }), [options.schema])
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: draft.values,
    validate,
    validateInputOnBlur: hasTried,
    onValuesChange: draft.follow,
  })
  const storeNow = useStoreOnLeave(() => draft.store(form.getValues()))
  const checks = useChecks<Schema>(form, element, latest, () => setHasTried(true))
  const { reset, applySaved, applySavedElsewhere } = useFormReset<Values>(
    form as SetForm & typeof form,
    draft,
    forgetTries,
  )
  const sending = useSending<Schema>(checks, {
    element,
    latest,
    draftKey: draft.key,
    values: () => form.getValues(),
    applySaved,
    applySavedElsewhere,
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
    /** Messages by path of the field, once the form was refused. */
    errors: hasTried ? form.errors : NO_ERRORS,
    ...sending,
    read: checks.read,
    check: checks.check,
    showRefused: checks.showRefused,
    reset,
    storeNow,
    ...setters,
    /** The error of the last attempt, if it concerns the whole form. */
    problem: checks.problem,
    labels: options.labels as Readonly<Record<string, string | undefined>>,
    ...draft.shown,
    cancel() {
      reset()
      latest.current.onCancel?.()
    },
  }
}

const NO_ERRORS: FormErrors = {}

/** Setters for fields whose names are known only at run time. */
function useSetters<Schema extends z.ZodObject>(
  form: SetForm,
  draft: RebasableDraft,
  isTypedSince: (field: string) => boolean,
) {
  return {
    /** Sets some of the fields, and clears the errors within them. */
    setFields(part: Partial<z.input<Schema>>) {
      for (const [field, value] of Object.entries(part)) {
        form.setFieldValue(field, value)
        for (const path of Object.keys(form.errors)) if (path.startsWith(`${field}.`)) form.clearFieldError(path)
      }
    },
    /** Fills in a field that the user has not changed. The form does not count it as a change. */
    prefill<Field extends keyof z.input<Schema> & string>(field: Field, value: z.input<Schema>[Field]) {
      // setValues would mount every field again, including the one in which the user types.
      if (draft.rebaseField(form.getValues(), field, value) && !isTypedSince(field)) form.setFieldValue(field, value)
    },
  }
}

type SetForm = {
  readonly errors: FormErrors
  getValues(): Record<string, unknown>
  setFieldValue(field: string, value: unknown): void
  clearFieldError(path: string): void
}
type RebasableDraft = { rebaseField(now: Record<string, unknown>, field: string, value: unknown): boolean }

/** The part of a form that useChecks and useSending need, whatever its values. */
type CheckedForm = {
  getValues(): Record<string, unknown>
  validate(): { readonly errors: FormErrors }
  setErrors(errors: FormErrors): void
}

/** Checks values against the schema, and shows errors beside their fields. */
function useChecks<Schema extends z.ZodObject>(
  form: CheckedForm,
  element: RefObject<HTMLFormElement | null>,
  latest: RefObject<ContractFormOptions<Schema>>,
  onInvalid: () => void,
) {
  const [problem, setProblem] = useState('')

  function showErrors(errors: FormErrors) {
    form.setErrors(errors)
    onInvalid()
    requestAnimationFrame(() => focusErrors(element.current, errors))
  }

  /** The values as they would be sent; undefined if they are invalid. */
  const read = () => latest.current.schema.safeParse(form.getValues()).data

  /** As `read`; if the values are invalid, shows the errors. */
  function check(): z.output<Schema> | undefined {
    const checked = read()
    const errors = checked ? {} : form.validate().errors
    setProblem(typeof errors[''] === 'string' ? errors[''] : '')
    if (checked) form.setErrors({})
    else showErrors(errors)
    return checked
  }

  /** Shows the server's problems beside their fields. */
  function showRefused(fields: readonly FieldProblem[]) {
    const { fieldOf = (path: string) => path } = latest.current
    showErrors(Object.fromEntries(fields.map(({ path, message }) => [fieldOf(path), message])))
  }
  /** Shows why the values were not saved: at the fields, else for the whole form. */
  function showFailure(error: unknown) {
    // Render now: isFieldError looks whether each problem appears at a field.
    flushSync(() => {
      setProblem('')
      showRefused(error instanceof ApiError ? error.fields : [])
    })
    if (isFieldError(element.current, error)) return
    setProblem(isConflict(error) ? '' : (savedBeforeText(error) ?? problemText(error)))
    notify.danger(savedBeforeText(error) ?? messageOf(error))
  }
  return { problem, setProblem, read, check, showRefused, showFailure }
}

type SendingOptions<Schema extends z.ZodObject> = {
  readonly element: RefObject<HTMLFormElement | null>
  readonly latest: RefObject<ContractFormOptions<Schema>>
  readonly draftKey: string
  readonly values: () => Record<string, unknown>
  /** Called when the sent values are saved. Returns whether the user has typed more since. */
  readonly applySaved: (sent: Record<string, unknown>) => boolean
  readonly applySavedElsewhere: (sent: Record<string, unknown>) => void
}

/** Sends the values, one attempt at a time, with the idempotency key of their draft. */
function useSending<Schema extends z.ZodObject>(
  checks: ReturnType<typeof useChecks<Schema>>,
  { element, latest, draftKey, values, applySaved, applySavedElsewhere }: SendingOptions<Schema>,
) {
  const [submission] = useState(() => createDraftSubmission(draftKey))
  const [wasSent, setWasSent] = useState(submission.wasSent)
  const [isSubmitting, setIsSubmitting] = useState(false)
  // A ref, because a second click may come before React has rendered the first.
  const underWay = useRef<Record<string, unknown>>(undefined)
  const afterSave = useRef<() => void>(undefined)

  /** Registers a function to run once the form has been saved, even if saving closes it. */
  const whenSaved = useCallback((then: () => void) => {
    afterSave.current = then
  }, [])

  /** Another form of the same draft, from before this one was opened, has been saved. */
  const onSavedElsewhere = useStable((sent: Record<string, unknown>) => {
    if (underWay.current) return
    setWasSent(false)
    applySavedElsewhere(sent)
  })
  useEffect(() => onDraftSaved(draftKey, onSavedElsewhere), [draftKey, onSavedElsewhere])

  async function submit() {
    if (hasPendingFields()) await waitForPendingFields()
    if (underWay.current) return
    const checked = checks.check()
    if (focusUnreadableNumber(element.current) || !checked) return
    const sent = structuredClone(values())
    underWay.current = sent
    setIsSubmitting(true)
    let isSent = false
    try {
      await latest.current.ask?.(checked)
      isSent = true
      await latest.current.onSubmit(checked, submission.markSent())
      afterSave.current?.()
      setWasSent(false)
      if (applySaved(sent)) notify.info(TYPED_SINCE)
      announceDraftSaved(draftKey, sent)
    } catch (error) {
      if (isSent) submission.markFailed(error)
      setWasSent(submission.isUnanswered())
      if (isAbort(error)) return
      checks.showFailure(error)
    } finally {
      underWay.current = undefined
      setIsSubmitting(false)
    }
  }
  /** Whether a field has changed since the values now under way were sent. */
  const isTypedSince = (field: string) =>
    underWay.current !== undefined && changedFields(underWay.current, values()).includes(field)
  return { submit, isSubmitting, whenSaved, wasSent, isTypedSince, forgetKey: submission.forget }
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'version_conflict'

function problemText(error: unknown): string {
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined
  if (!requestId) return messageOf(error)
  return `${messageOf(error).replace(/\.?$/, '.')} Try again. If it keeps happening, send us reference ${requestId}.`
}

/** The part of a form's state that {@link FormShell} needs, whatever its values. */
export type FormState = Pick<
  ReturnType<typeof useContractForm<z.ZodObject>>,
  | 'element'
  | 'errors'
  | 'submit'
  | 'reset'
  | 'storeNow'
  | 'cancel'
  | 'isSubmitting'
  | 'problem'
  | 'changed'
  | 'labels'
  | 'isRestored'
  | 'alsoChanged'
  | 'wasSent'
>
