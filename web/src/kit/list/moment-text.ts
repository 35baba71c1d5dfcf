import { dayOf, formatDayShort, OPERATOR_ZONE } from '@despatch/domain/calendar/day'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: OPERATOR_ZONE })

/** '5 Jan 2026': the operator's day of an instant. */
export const dayLabel = (at: Date) => formatDayShort(dayOf(at))

/** '09:12' of today, else '5 Jan 2026, 09:12': an instant with its time, of the operator's zone. */
export function momentText(at: Date, now: Date): string {
  return dayOf(at) === dayOf(now) ? time.format(at) : `${dayLabel(at)}, ${time.format(at)}`
}
