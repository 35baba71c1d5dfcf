import { Alert, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { notify } from '../notify/notify.ts'
import { mergedValues, type ShownFields } from './conflict.ts'
import { changeText, restoredFormText } from './form-shell.tsx'
import styles from './form.module.css'
import { LeaveGuard } from './leave-guard.tsx'
import { type FormState, useContractForm } from './use-contract-form.tsx'
import { type AmendedForm, useVersionConflict } from './use-version-conflict.tsx'

type DrawerFormProps = {
  readonly title: string
  readonly state: FormState
  /** What the button that saves is called. */
  readonly saveLabel: string
  /** What else the record allows, at the left of the foot. */
  readonly beside?: ReactNode
  /** The fields. */
  readonly children: ReactNode
}

/** A form within a drawer, which has the title: fields, and a foot that says what has changed, cancels and saves. */
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
        onKeep={state.keepNow}
      />
    </form>
  )
}

type Versioned = { readonly version?: number | undefined }

/** What the form of a record within a drawer takes. */
export type DrawerRecordProps<Of> = {
  /** Undefined for one that is added. */
  readonly of: Of | undefined
  readonly onDone: () => void
  /** Asks to delete it. */
  readonly onDelete: () => void
}

type RecordOfDrawer<Schema extends z.ZodObject, Of> = {
  readonly form: DrawerRecordProps<Of>
  /** What it is called, and as what one is added: 'exchange rate', 'an exchange rate'. */
  readonly noun: string
  readonly added: string
  readonly schema: Schema
  readonly labels: Partial<Record<keyof z.input<Schema> & string, string>>
  readonly draftKey: string
  readonly fieldOf?: (path: string) => string
  /** The values of a record, and those that a new one begins with. */
  readonly valuesOf: (of: Of | undefined) => z.input<Schema> & Versioned
  readonly save: (values: z.output<Schema>, idempotencyKey: string) => Promise<{ readonly message: string }>
  /** After it was saved. */
  readonly onSaved: () => unknown
  /** The record as it is now, which someone else has changed; undefined where it is no more. */
  readonly fetchNow: (values: z.input<Schema>) => Promise<Of | undefined>
  /** The values in words, for people to choose by. */
  readonly shown: (values: z.input<Schema> & Versioned) => ShownFields
  /** Fields that are chosen together, by the name under which they are shown. */
  readonly together?: Readonly<Record<string, readonly string[]>>
  /** Fields that say, beside the version, how the record was last known: after a conflict they are the other's. */
  readonly stamps?: readonly string[]
}

/** The form of a record that a drawer adds or changes, with what happens where two change it at once. */
export function useDrawerRecord<Schema extends z.ZodObject, Of>(record: RecordOfDrawer<Schema, Of>) {
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
      if (props.of && Object.keys(initialValues).some(state.isTypedSince)) await beginWithSaved()
      props.onDone()
    },
    onCancel() {
      conflict.clear()
      props.onDone()
    },
  })
  /** What was typed during the save is a change of what is saved now, which has another version. */
  async function beginWithSaved() {
    const now = await record.fetchNow(state.form.getValues()).catch(() => undefined)
    if (now) conflict.beginWith(record.valuesOf(now))
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
  /** Of one that is changed; that it is changed, and its noun, unless told. */
  readonly title?: string | undefined
  readonly saveLabel?: string
  /** The fields. */
  readonly children: ReactNode
}

/** What {@link useDrawerRecord} gives, as a form: its title, what someone else changed, fields, and a foot that deletes and saves. */
export function DrawerRecordForm({ record, title, saveLabel, children }: DrawerRecordFormProps) {
  const { of, onDelete, noun, added, conflict, isSubmitting } = record
  return (
    <DrawerForm
      title={of ? (title ?? `Change the ${noun}`) : `Add ${added}`}
      state={record}
      saveLabel={saveLabel ?? `Save the ${noun}`}
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
