import { dayOf, type Day } from '@despatch/domain/calendar/day'
import { browserStorage } from './storage.ts'

const KEY = 'despatch.clock-ahead'
/** How far the server's clock is ahead of this computer's. Until the first answer, the value stored by an earlier page. */
let aheadMs = readAheadMs()

function readAheadMs(): number {
  const stored = browserStorage.read(KEY)
  return typeof stored === 'number' && Number.isFinite(stored) ? stored : 0
}

/**
 * Adjusts the clock to an answer of the server.
 *
 * @param date the answer's header `Date`, which has whole seconds
 */
export function noteServerTime(date: string | null): void {
  const answered = Date.parse(date ?? '')
  if (Number.isNaN(answered)) return
  const measured = answered - Date.now()
  // Smaller differences come from the time an answer takes and from the header's whole seconds.
  if (Math.abs(measured - aheadMs) < TOLERANCE_MS) return
  aheadMs = Math.abs(measured) < TOLERANCE_MS ? 0 : measured
  browserStorage.write(KEY, aheadMs === 0 ? undefined : aheadMs)
}
const TOLERANCE_MS = 5000

/** The time now by the server's clock: a computer's own may be wrong by days. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs)

/** Today in the operator's time zone. */
export const operatorToday = (): Day => dayOf(serverNow())
