import { Tooltip } from '@mantine/core'
import { dayOf, OPERATOR_ZONE } from '@despatch/domain/calendar/day'

const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone: OPERATOR_ZONE })
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: OPERATOR_ZONE })
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: OPERATOR_ZONE,
})

/** '09:12' of today, else '5 Jan 2026, 09:12'; with the zone when pointed at. */
export function momentWords(at: Date, now: Date): string {
  return dayOf(at) === dayOf(now) ? time.format(at) : `${day.format(at)}, ${time.format(at)}`
}

/** An instant with its time. */
export function MomentText({ at }: { readonly at: string }) {
  const date = new Date(at)
  return (
    <Tooltip label={whole.format(date)}>
      <time dateTime={at}>{momentWords(date, new Date())}</time>
    </Tooltip>
  )
}
