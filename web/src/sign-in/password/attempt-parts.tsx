import { Alert, Button } from '@mantine/core'
import { ApiError } from '../../kit/server/api-error.ts'
import type { Attempt } from './use-attempt.ts'

/** The submit button. While the user must wait it shows the seconds left. */
export function AttemptButton({ attempt, label }: { attempt: Attempt; label: string }) {
  const { isBusy, wait } = attempt
  return (
    <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
      {wait > 0 ? `Wait ${wait} s` : label}
    </Button>
  )
}

/** The error of the last try, in the server's words; for a server failure with the request id. */
export function AttemptProblem({ problem, id }: { problem: Error | undefined; id?: string }) {
  return (
    <div id={id}>
      {problem && (
        <Alert color="bad" variant="light" p="sm">
          {problem.message}
          {problem instanceof ApiError && problem.status >= 500 && problem.requestId && (
            <div>Try again. If it keeps happening, send us reference {problem.requestId}.</div>
          )}
        </Alert>
      )}
    </div>
  )
}
