import { dayOf, type Day } from '@despatch/domain/calendar/day'
import { inBrowser } from './storage.ts'

const KEY = 'despatch.clock-ahead'
/** By how much the server's clock is ahead of this computer's, in milliseconds: as it was found before the page was loaded, until an answer comes. */
let ahead = readAhead()

function readAhead(): number {
  const kept = inBrowser.read(KEY)
  return typeof kept === 'number' && Number.isFinite(kept) ? kept : 0
}

/** Takes the time at which the server answered, as its header `Date` says it: to the second. */
export function noteServerTime(date: string | null): void {
  const answered = Date.parse(date ?? '')
  if (Number.isNaN(answered)) return
  const found = answered - Date.now()
  // Within what an answer takes, and the second that the header leaves out, the clocks agree, or are as far apart as before.
  if (Math.abs(found - ahead) < AGREES_MS) return
  ahead = Math.abs(found) < AGREES_MS ? 0 : found
  inBrowser.keep(KEY, ahead === 0 ? undefined : ahead)
}
const AGREES_MS = 5000

/** The time now by the server's clock: that of a computer may be wrong by days. */
export const serverNow = (): Date => new Date(Date.now() + ahead)

/** The operator's day today. */
export const operatorToday = (): Day => dayOf(serverNow())
