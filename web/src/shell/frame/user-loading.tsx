import { Button, Loader } from '@mantine/core'
import { messageOf } from '../../kit/server/api-error.ts'
import { reloadIfReachable } from '../../kit/browser/chunks.ts'
import pageStyles from '../pages/page.module.css'

/** Shown instead of a screen until the user is loaded: a loader, or the error. */
export function UserLoading({ problem }: { problem: unknown }) {
  if (!problem) return <Loader size="sm" m="xl" aria-label="Loading" />
  return (
    <div className={pageStyles.page} role="alert">
      <p className={pageStyles.text}>{messageOf(problem)}</p>
      <Button onClick={() => void reloadIfReachable()}>Try again</Button>
    </div>
  )
}
