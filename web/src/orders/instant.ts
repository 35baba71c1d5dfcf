import { dayOf, formatDayShort, OPERATOR_ZONE } from '@despatch/domain/calendar/day'

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: OPERATOR_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** '5 Jan 2026, 14:05 GMT', from an ISO instant, in Europe/London. */
export function instantText(iso: string): string {
  const instant = new Date(iso)
  return `${formatDayShort(dayOf(instant))}, ${clock.format(instant)}`
}
