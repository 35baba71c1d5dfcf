import { Alert, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { FormEvent, ReactNode } from 'react'
import { changeText } from './form-shell.tsx'
import styles from './form.module.css'
import { LeaveGuard } from './leave-guard.tsx'
import type { FormState } from './use-contract-form.tsx'

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
  const { changed, labels, isSubmitting, isRestored, problem, element } = state
  useHotkeys([['mod+S', () => void state.submit()]], [])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void state.submit()
  }

  return (
    <form ref={element} onSubmit={onSubmit} noValidate aria-label={title}>
      {isRestored && changed.length > 0 && <p role="status">What you had typed before is still here.</p>}
      {problem && (
        <Alert color="bad" variant="light" mb="sm">
          {problem}
        </Alert>
      )}
      {children}
      <div className={styles.drawerFoot}>
        {beside}
        <span className={styles.changed} aria-live="polite">
          {changeText(changed, labels)}
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
