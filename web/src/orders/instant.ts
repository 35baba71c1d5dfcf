import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { serverNow } from '../kit/browser/clock.ts'
import { dayLabel } from '../kit/list/columns/moment-text.ts'

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: OPERATOR_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** 'Mon 5 Jan, 14:05 GMT', from an ISO instant, in Europe/London. */
export function instantText(iso: string): string {
  const instant = new Date(iso)
  return `${dayLabel(instant, serverNow())}, ${clock.format(instant)}`
}
