import { Alert, Button } from '@mantine/core'
import { ApiError } from '../../kit/server/api-error.ts'
import type { Attempt } from './use-attempt.ts'

/** The button that tries, which says how long there is to wait. */
export function AttemptButton({ attempt, label }: { attempt: Attempt; label: string }) {
  const { isBusy, wait } = attempt
  return (
    <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
      {wait > 0 ? `Wait ${wait} s` : label}
    </Button>
  )
}

/** What the last try ended with, in the server's words; of a failure of the server, with the request to name. */
export function AttemptProblem({ problem, id }: { problem: Error | undefined; id?: string }) {
  return (
    <div id={id}>
      {problem && (
        <Alert color="bad" variant="light" p="sm">
          {problem.message}
          {problem instanceof ApiError &&
            problem.status >= 500 &&
            problem.requestId &&
            ` Request ${problem.requestId}.`}
        </Alert>
      )}
    </div>
  )
}
