import { useEffect, useRef, useState } from 'react'
import { ApiError, isAbort, messageOf } from '../../kit/server/api-error.ts'

export type Attempt = {
  /** Runs an action, unless another is running or the user must wait. Returns its error, if any. */
  readonly attempt: (action: () => Promise<void>) => Promise<Error | undefined>
  readonly isBusy: boolean
  /** Seconds until the next try. */
  readonly wait: number
  /** An error that does not concern one of the fields. */
  readonly problem: Error | undefined
  /** The problem of a field, by its path in the body. */
  readonly fieldProblem: (path: string) => string | undefined
}

/**
 * State of an action that the server may refuse, with the wait after too many attempts. `fields` are the paths whose
 * problems the form shows itself. `onEnded` is called when the sign-in in progress has expired.
 */
export function useAttempt(fields: readonly string[], onEnded?: (message: string) => void): Attempt {
  const [problem, setProblem] = useState<Error>()
  const [isBusy, setIsBusy] = useState(false)
  const [wait, setWait] = useCountdown()
  const isTrying = useRef(false)

  async function attempt(action: () => Promise<void>): Promise<Error | undefined> {
    if (isTrying.current || wait > 0) return undefined
    isTrying.current = true
    setIsBusy(true)
    try {
      await action()
      setProblem(undefined)
      return undefined
    } catch (thrown) {
      if (isAbort(thrown)) return undefined
      const error = thrown instanceof Error ? thrown : new Error(messageOf(thrown))
      if (onEnded && error instanceof ApiError && error.code === 'session_expired') onEnded(error.message)
      setProblem(error)
      setWait(error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0)
      return error
    } finally {
      isTrying.current = false
      setIsBusy(false)
    }
  }

  const refused = problem instanceof ApiError ? problem.fields : []
  const isBesideFields = refused.length > 0 && refused.every(({ path }) => fields.includes(path))
  // Hide the message about the wait once the wait is over.
  const isWaitOver = problem instanceof ApiError && problem.retryAfterSeconds !== undefined && wait === 0
  return {
    attempt,
    isBusy,
    wait,
    problem: isBesideFields || isWaitOver ? undefined : problem,
    fieldProblem: (path) => refused.find((field) => field.path === path)?.message,
  }
}

/** A countdown in seconds, and a function that starts it. */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}
