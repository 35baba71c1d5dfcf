import { Alert, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { focusIfLost } from '../browser/focus.ts'
import { DisabledReason } from '../list/disabled-reason.tsx'
import { footBarRef } from '../notify/foot-bar.ts'
import styles from './form.module.css'
import { LeaveGuard } from './leave-guard.tsx'
import type { FormState } from './use-contract-form.tsx'

type FormShellProps = {
  readonly title: string
  readonly state: FormState
  /** What the button that saves is called. */
  readonly saveLabel: string
  /** Another way to save, beside that button. */
  readonly otherSave?: { readonly label: string; readonly whyNot: string | undefined; readonly onSave: () => void }
  /** What stands beside the title. */
  readonly beside?: ReactNode
  /** What no draft keeps of the changes, as a noun. */
  readonly notKept?: string | undefined
  /** It takes the whole width: what is amended in it is a table. */
  readonly isWide?: boolean
  /** The fields. */
  readonly children: ReactNode
}

/** A form's page: title, fields, and the bar at the foot that saves, cancels and says what has changed. */
export function FormShell({ title, state, saveLabel, otherSave, beside, notKept, isWide, children }: FormShellProps) {
  const { changed, isSubmitting, isRestored, problem, element } = state
  useHotkeys([['mod+S', saveByKey]], [])
  const save = useRef<HTMLButtonElement>(null)
  // While it is at work the button cannot have the focus that it was pressed with.
  useEffect(() => {
    if (!isSubmitting) return undefined
    const button = save.current
    return () => void requestAnimationFrame(() => focusIfLost(button))
  }, [isSubmitting])

  /** Not from beneath a dialog, which asks something of its own. */
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
        <div className={styles.titleRow}>
          <h1 className={styles.title}>{title}</h1>
          {beside}
        </div>
        {isRestored && changed.length > 0 && (
          <div className={styles.restored} role="status">
            <span>{restoredFormText(state)}</span>
            <Button variant="subtle" size="compact-sm" onClick={state.reset}>
              Discard it
            </Button>
          </div>
        )}
        {problem && (
          <Alert color="bad" variant="light" mb="md">
            {problem}
          </Alert>
        )}
        {children}
      </div>
      <div ref={footBarRef} className={styles.foot}>
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
        onKeep={state.keepNow}
        notKept={notKept}
      />
    </form>
  )
}

/** What is said of a draft. */
export const restoredText = (wasSent: boolean) =>
  wasSent
    ? 'What you had typed was sent, but no answer came. Save it again to be sure: it is saved once.'
    : 'What you had typed before is still here.'

/** The same of a form, with what others have changed of its record. */
export function restoredFormText({ wasSent, alsoChanged, labels }: FormState): string {
  const names = namesOf(alsoChanged, labels)
  return names === '' ? restoredText(wasSent) : `${restoredText(wasSent)} Someone else has changed: ${names}.`
}

/** What of a form has changed, by the names of its fields. */
export function changeText(changed: readonly string[], labels: FormState['labels']): string {
  if (changed.length === 0) return 'Nothing changed yet'
  const names = namesOf(changed, labels)
  return names === '' ? 'Changed' : `Changed: ${names}`
}

const MAX_LISTED_NAMES = 6

function namesOf(fields: readonly string[], labels: FormState['labels']): string {
  const names = fields.flatMap((field) => labels[field] ?? [])
  const more = names.length - MAX_LISTED_NAMES
  return `${names.slice(0, MAX_LISTED_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
