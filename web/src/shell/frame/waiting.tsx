import { Button, Loader } from '@mantine/core'
import { messageOf } from '../../kit/server/api-error.ts'
import { reloadIfReachable } from '../../kit/browser/chunks.ts'
import pageStyles from '../pages/page.module.css'

/** Before the user is known: nothing can be shown but that it is being asked for, or why it is not known. */
export function Waiting({ problem }: { problem: unknown }) {
  if (!problem) return <Loader size="sm" m="xl" aria-label="Loading" />
  return (
    <div className={pageStyles.page} role="alert">
      <p className={pageStyles.text}>{messageOf(problem)}</p>
      <Button onClick={() => void reloadIfReachable()}>Try again</Button>
    </div>
  )
}
