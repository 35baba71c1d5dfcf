import { Button } from '@mantine/core'
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
  /** What is said of every error of its kind: the error's own message stands beneath it, where it says more. */
  title?: string
}

/** What went wrong, by which request, and the way to try again. */
export function TableProblem(given: TableProblemProps) {
  const message = messageOf(given.error)
  const requestId = given.error instanceof ApiError ? given.error.requestId : undefined
  return (
    <div className={styles.problem} data-inline={given.isInline || undefined} role="alert">
      <div>
        <strong>{given.title ?? message}</strong>
        {given.title && message !== SOMETHING_WENT_WRONG && <div>{message}</div>}
        {requestId && <div className={styles.requestId}>Request {requestId}</div>}
      </div>
      {isRefused(given.error) ? (
        <ChooseClient />
      ) : (
        <Button variant="default" flex="none" onClick={given.onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Whether the caller may not do it at all: trying again would be refused again. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403
}

/** Leads to the choice of client at the top of the window, for those who have one. */
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

/** Says what would be here, and how to get it. */
export function EmptyTable({ children }: { children: ReactNode }) {
  return (
    <div className={styles.empty} role="status">
      {children}
    </div>
  )
}
