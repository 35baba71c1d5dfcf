import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf } from '@despatch/domain/calendar/day'

/** Longer than any file of tests takes: most take seconds. */
const FILE_MS = 240_000

/** For how long a file of tests has to wait so that its whole run is of one day, in the operator's zone and in UTC. */
export function msUntilOneDay(now: Date): number {
  const end = new Date(now.getTime() + FILE_MS)
  const isOneDay = (['Europe/London', 'UTC'] as const).every((zone) => dayOf(now, zone) === dayOf(end, zone))
  // Midnight is at a whole hour in both.
  return isOneDay ? 0 : 3_600_000 - (now.getTime() % 3_600_000) + 1000
}

/** Begins a file of tests after midnight rather than just before: what is today to a test is so to the server it asks. */
export async function waitOutMidnight(): Promise<void> {
  await sleep(msUntilOneDay(new Date()))
}
