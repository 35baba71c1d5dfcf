import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf } from '@despatch/domain/calendar/day'

/** Longer than any test file takes: most take seconds. */
const FILE_MS = 240_000

/** How long a test file must wait so that it runs within one day, in the operator's zone and in UTC. */
export function msUntilOneDay(now: Date): number {
  const end = new Date(now.getTime() + FILE_MS)
  const isOneDay = (['Europe/London', 'UTC'] as const).every((zone) => dayOf(now, zone) === dayOf(end, zone))
  // Midnight is at a full hour in both zones.
  return isOneDay ? 0 : 3_600_000 - (now.getTime() % 3_600_000) + 1000
}

/** Starts a test file after midnight rather than just before, so that test and server agree on the day. */
export async function waitOutMidnight(): Promise<void> {
  await sleep(msUntilOneDay(new Date()))
}
