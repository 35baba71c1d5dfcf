import { Alert, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { focusIfLost } from '../browser/focus.ts'
import { DisabledReason } from '../list/disabled-reason.tsx'
import { footBar } from '../notify/foot-bar.ts'
import { BackLink } from '../record/back-link.tsx'
import { ErrorSummary } from './error-summary.tsx'
import styles from './form.module.css'
import { LeaveGuard } from './leave-guard.tsx'
import type { FormState } from './use-contract-form.tsx'

type FormShellProps = {
  readonly title: string
  /** Paths of the lists that the record may come from: see `BackLink`. */
  readonly backTo?: readonly string[]
  readonly state: FormState
  readonly saveLabel: string
  /** A second save button. */
  readonly otherSave?: { readonly label: string; readonly whyNot: string | undefined; readonly onSave: () => void }
  /** Shown beside the title. */
  readonly beside?: ReactNode
  /** Changes that drafts do not store, as a noun. */
  readonly notInDraft?: string | undefined
  /** Whether the form takes the whole width, for tables. */
  readonly isWide?: boolean
  /** The fields. */
  readonly children: ReactNode
}

/** A form's page: title, fields, and a bar at the foot with the changes, Cancel and Save. */
export function FormShell({
  title,
  backTo,
  state,
  saveLabel,
  otherSave,
  beside,
  notInDraft,
  isWide,
  children,
}: FormShellProps) {
  const { changed, isSubmitting, isRestored, problem, element } = state
  useHotkeys([['mod+S', saveByKey]], [])
  const save = useRef<HTMLButtonElement>(null)
  // The disabled button loses its focus while the form is submitting.
  useEffect(() => {
    if (!isSubmitting) return undefined
    const button = save.current
    return () => void requestAnimationFrame(() => focusIfLost(button))
  }, [isSubmitting])

  /** Ignores the key while a dialog covers the form. */
  function saveByKey() {
    if (!document.querySelector('[aria-modal="true"]')) void state.submit()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void state.submit()
  }

  return (
    <form ref={element} className={styles.form} onSubmit={onSubmit} noValidate aria-label={title}>
      <div className={styles.body} data-wide={isWide || undefined}>
        {backTo && <BackLink paths={backTo} />}
        <div className={styles.titleRow}>
          <h1 className={styles.title}>{title}</h1>
          {beside}
        </div>
        {isRestored && changed.length > 0 && (
          <div className={styles.restored} role="status">
            <span>{restoredFormText(state)}</span>
            <Button variant="subtle" size="compact-sm" onClick={state.reset}>
              Discard draft
            </Button>
          </div>
        )}
        {problem && (
          <Alert color="bad" variant="light" mb="md">
            {problem}
          </Alert>
        )}
        <ErrorSummary form={element} errors={state.errors} />
        {children}
      </div>
      <div ref={footBar} className={styles.foot}>
        <span className={styles.changed} aria-live="polite">
          {changeText(changed, state.labels)}
        </span>
        <Button variant="default" onClick={state.cancel} disabled={isSubmitting}>
          Cancel
        </Button>
        {otherSave && (
          <>
            <DisabledReason reasons={[otherSave.whyNot]} />
            <Button
              variant="default"
              disabled={otherSave.whyNot !== undefined || isSubmitting}
              onClick={otherSave.onSave}
            >
              {otherSave.label}
            </Button>
          </>
        )}
        <Button ref={save} type="submit" loading={isSubmitting} aria-keyshortcuts="Control+S Meta+S">
          {saveLabel}
        </Button>
      </div>
      <LeaveGuard
        title={title}
        isDirty={changed.length > 0 && !isSubmitting}
        onDiscard={state.reset}
        onStoreDraft={state.storeNow}
        notInDraft={notInDraft}
      />
    </form>
  )
}

export const restoredText = (wasSent: boolean) =>
  wasSent
    ? 'Your changes were sent but not confirmed. Save again to be sure. They are saved only once.'
    : 'Your earlier draft has been restored.'

/** {@link restoredText}, with the fields that others have changed. */
export function restoredFormText({ wasSent, alsoChanged, labels }: FormState): string {
  const names = namesOf(alsoChanged, labels)
  return names === '' ? restoredText(wasSent) : `${restoredText(wasSent)} Someone else changed: ${names}.`
}

/** 'Unsaved changes: …', with the labels of the changed fields; '' without changes. */
export function changeText(changed: readonly string[], labels: FormState['labels']): string {
  if (changed.length === 0) return ''
  const names = namesOf(changed, labels)
  return names === '' ? 'Unsaved changes' : `Unsaved changes: ${names}`
}

const MAX_LISTED_NAMES = 6

function namesOf(fields: readonly string[], labels: FormState['labels']): string {
  const names = fields.flatMap((field) => labels[field] ?? [])
  const more = names.length - MAX_LISTED_NAMES
  return `${names.slice(0, MAX_LISTED_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
