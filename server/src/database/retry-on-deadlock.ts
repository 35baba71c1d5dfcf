import { setTimeout as sleep } from 'node:timers/promises'
import { isPlanGone } from './prepared.ts'

const ATTEMPTS = 4
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'
/** A SKU or an order that someone else has added meanwhile in another case: it is found as it is kept. */
const ANY_CASE: ReadonlySet<string | undefined> = new Set(['skus_any_case', 'orders_any_case'])

/**
 * Does work that is one transaction again where the database gave it up for a deadlock or for a plan that no longer fits, or
 * where someone else has added a name in another case meanwhile. Throws all else, and the last of these.
 */
export async function retryOnDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      const isOvertaken =
        code === DEADLOCK || (code === UNIQUE_VIOLATION && ANY_CASE.has(constraint)) || isPlanGone(error)
      if (!isOvertaken || attempt === ATTEMPTS) throw error
      await sleep(50 * attempt * Math.random())
    }
  }
}
