import { setTimeout as sleep } from 'node:timers/promises'
import { isPlanGone } from './prepared.ts'

const ATTEMPTS = 4
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'
/** Violated when another transaction has just added the name in another case; the retry finds it. */
const ANY_CASE_CONSTRAINTS: ReadonlySet<string | undefined> = new Set(['skus_any_case', 'orders_any_case'])

/**
 * Runs work, which must be one transaction, and retries it after a deadlock, an invalid cached plan, or a name that another
 * transaction added in another case. Throws any other error, and the last of these after four attempts.
 */
export async function retryOnDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      const isRetryable =
        code === DEADLOCK || (code === UNIQUE_VIOLATION && ANY_CASE_CONSTRAINTS.has(constraint)) || isPlanGone(error)
      if (!isRetryable || attempt === ATTEMPTS) throw error
      await sleep(50 * attempt * Math.random())
    }
  }
}
