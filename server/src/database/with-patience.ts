import { setTimeout as sleep } from 'node:timers/promises'

const ATTEMPTS = 4
const DEADLOCK = '40P01'

/** Does work that is one transaction again where the database gave it up for a deadlock. Throws all else, and the last of these. */
export async function withPatience<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isDeadlock = (error as { code?: string }).code === DEADLOCK
      if (!isDeadlock || attempt === ATTEMPTS) throw error
      await sleep(50 * attempt * Math.random())
    }
  }
}
