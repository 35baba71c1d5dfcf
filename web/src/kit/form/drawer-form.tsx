import { Alert, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { notify } from '../notify/notify.ts'
import { mergedValues, type ShownFields } from './conflict.ts'
import { ErrorSummary } from './error-summary.tsx'
import { changeText, restoredFormText } from './form-shell.tsx'
import styles from './form.module.css'
import { LeaveGuard } from './leave-guard.tsx'
import { type FormState, useContractForm } from './use-contract-form.tsx'
import { type AmendedForm, useVersionConflict } from './use-version-conflict.tsx'

type DrawerFormProps = {
  readonly title: string
  readonly state: FormState
  readonly saveLabel: string
  /** Other actions, at the left of the foot. */
  readonly beside?: ReactNode
  /** The fields. */
  readonly children: ReactNode
}

/** A form in a drawer that already shows the title: fields, and a foot with the changes, Cancel and Save. */
export function DrawerForm({ title, state, saveLabel, beside, children }: DrawerFormProps) {
  const { changed, isSubmitting, isRestored, problem, element } = state
  useHotkeys([['mod+S', () => void state.submit()]], [])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void state.submit()
  }

  return (
    <form ref={element} onSubmit={onSubmit} noValidate aria-label={title}>
      {isRestored && changed.length > 0 && <p role="status">{restoredFormText(state)}</p>}
      {problem && (
        <Alert color="bad" variant="light" mb="sm">
          {problem}
        </Alert>
      )}
      <ErrorSummary form={element} errors={state.errors} />
      {children}
      <div className={styles.drawerFoot}>
        {beside}
        <span className={styles.changed} aria-live="polite">
          {changeText(changed, state.labels)}
        </span>
        <Button variant="default" onClick={state.cancel} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button type="submit" loading={isSubmitting}>
          {saveLabel}
        </Button>
      </div>
      <LeaveGuard
        title={title}
        isDirty={changed.length > 0 && !isSubmitting}
        onDiscard={state.reset}
        onStoreDraft={state.storeNow}
      />
    </form>
  )
}

type Versioned = { readonly version?: number | undefined }

/** Props of the form of a record in a drawer. */
export type DrawerRecordProps<Of> = {
  /** The record; undefined for a new one. */
  readonly of: Of | undefined
  readonly onDone: () => void
  /** Asks the user to confirm, then deletes it. */
  readonly onDelete: () => void
}

type DrawerRecordOptions<Schema extends z.ZodObject, Of> = {
  readonly form: DrawerRecordProps<Of>
  /** 'exchange rate', and with its article 'an exchange rate'. */
  readonly noun: string
  readonly added: string
  readonly schema: Schema
  readonly labels: Partial<Record<keyof z.input<Schema> & string, string>>
  readonly draftKey: string
  readonly fieldOf?: (path: string) => string
  /** The values of a record; those of a new one for undefined. */
  readonly valuesOf: (of: Of | undefined) => z.input<Schema> & Versioned
  readonly save: (values: z.output<Schema>, idempotencyKey: string) => Promise<{ readonly message: string }>
  readonly onSaved: () => unknown
  /** The current record, after another user has changed it; undefined if it no longer exists. */
  readonly fetchNow: (values: z.input<Schema>) => Promise<Of | undefined>
  /** The values in words, for the user to choose between. */
  readonly shown: (values: z.input<Schema> & Versioned) => ShownFields
  /** Fields that a conflict offers as one choice, by its name in `shown`. */
  readonly together?: Readonly<Record<string, readonly string[]>>
  /** Fields that identify the record's state, beside the version: after a conflict they come from the other user's record. */
  readonly stamps?: readonly string[]
}

/** The state of a form in a drawer that adds or changes a record, including version conflicts. */
export function useDrawerRecord<Schema extends z.ZodObject, Of>(record: DrawerRecordOptions<Schema, Of>) {
  type Values = z.input<Schema> & Versioned
  const { form: props, noun, added, together = {}, stamps = [] } = record
  const [initialValues] = useState(() => record.valuesOf(props.of))
  const state = useContractForm({
    schema: record.schema,
    initialValues,
    draftKey: record.draftKey,
    labels: record.labels,
    ...(record.fieldOf && { fieldOf: record.fieldOf }),
    async onSubmit(values, idempotencyKey) {
      const { message } = await record.save(values, idempotencyKey).catch(conflict.show)
      notify.success(message)
      record.onSaved()
      if (props.of && Object.keys(initialValues).some(state.isTypedSince)) await rebaseOnSaved()
      props.onDone()
    },
    onCancel() {
      conflict.clear()
      props.onDone()
    },
  })
  /** Makes text typed during the save a change of the saved record, which has a new version. */
  async function rebaseOnSaved() {
    const now = await record.fetchNow(state.form.getValues()).catch(() => undefined)
    if (now) conflict.rebase(record.valuesOf(now))
  }
  const amended: AmendedForm<Values> = state
  const conflict = useVersionConflict<Values>({
    noun,
    state: amended,
    initialValues,
    async fetchNow() {
      const now = await record.fetchNow(state.form.getValues())
      return now && record.valuesOf(now)
    },
    shown: record.shown,
    merged: (mine, theirs, fromTheirs) =>
      mergedValues(mine, theirs, new Set([...stamps, ...[...fromTheirs].flatMap((name) => together[name] ?? [name])])),
  })
  return { ...state, ...props, noun, added, conflict: conflict.panel }
}

type DrawerRecordFormProps = {
  readonly record: FormState & {
    readonly of: unknown
    readonly onDelete: () => void
    readonly noun: string
    readonly added: string
    readonly conflict: ReactNode
  }
  /** For an existing record; by default 'Change the …'. */
  readonly title?: string | undefined
  readonly saveLabel?: string
  /** The fields. */
  readonly children: ReactNode
}

/** The form of {@link useDrawerRecord}: title, version conflict, fields, and a foot with Delete and Save. */
export function DrawerRecordForm({ record, title, saveLabel, children }: DrawerRecordFormProps) {
  const { of, onDelete, noun, added, conflict, isSubmitting } = record
  return (
    <DrawerForm
      title={of ? (title ?? `Change ${noun}`) : `Add ${added}`}
      state={record}
      saveLabel={saveLabel ?? `Save ${noun}`}
      beside={
        of !== undefined && (
          <Button variant="subtle" color="bad" onClick={onDelete} disabled={isSubmitting}>
            Delete…
          </Button>
        )
      }
    >
      {conflict}
      {children}
    </DrawerForm>
  )
}
