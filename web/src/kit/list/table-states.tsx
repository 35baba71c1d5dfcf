import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SOMETHING_WENT_WRONG } from '@despatch/domain/feedback/messages'
import { ApiError, messageOf } from '../server/api-error.ts'
import { useStore } from '../browser/store.ts'
import { session } from '../session/session-store.ts'
import styles from './table-states.module.css'

type TableProblemProps = {
  error: unknown
  onRetry: () => void
  isInline?: boolean
  /** A heading for errors of this kind. The error’s own message follows if it adds anything. */
  title?: string
}

/** Shows an error with its request id, and a button to try again. */
export function TableProblem(props: TableProblemProps) {
  const message = messageOf(props.error)
  const requestId = props.error instanceof ApiError ? props.error.requestId : undefined
  return (
    <div className={styles.problem} data-inline={props.isInline || undefined} role="alert">
      <div>
        <strong>{props.title ?? message}</strong>
        {props.title && message !== SOMETHING_WENT_WRONG && <div>{message}</div>}
        {requestId && (
          <div className={styles.requestId}>Try again. If it keeps happening, send us reference {requestId}.</div>
        )}
      </div>
      {isRefused(props.error) ? (
        <ChooseClient />
      ) : (
        <Button variant="default" flex="none" onClick={props.onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Whether the caller lacks permission, so that trying again is pointless. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403
}

/** Opens the client selector, for users who have several clients. */
function ChooseClient() {
  const hasChoice = useStore(
    session.store,
    ({ user, clients }) => clients.length > 1 || (user?.role.iforce_user ?? false),
  )
  if (!hasChoice) return null
  return (
    <Button variant="default" onClick={() => document.querySelector<HTMLElement>('[data-client-switcher]')?.click()}>
      Choose a client
    </Button>
  )
}

/** Shown instead of an empty table. */
export function EmptyTable({ children }: { children: ReactNode }) {
  return (
    <div className={styles.empty} role="status">
      <span className={styles.emptyIcon}>
        <IconInbox size={32} stroke={1.5} aria-hidden />
      </span>
      {children}
    </div>
  )
}
