import { addDays, type Day, dayOf, formatDayShort, OPERATOR_ZONE } from '@despatch/domain/calendar/day'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: OPERATOR_ZONE })

const weekdayName = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })

/** 'Mon 30 Nov' of this year, else '30 Nov 2025': a day on the screen. */
export function dayText(day: Day, today: Day): string {
  if (day.slice(0, 4) !== today.slice(0, 4)) return formatDayShort(day)
  return `${weekdayName.format(new Date(`${day}T00:00:00Z`))} ${formatDayShort(day).slice(0, -5)}`
}

/** The same, but 'Today' and 'Tomorrow': a day in a list. */
export function dayInList(day: Day, today: Day): string {
  if (day === today) return 'Today'
  return day === addDays(today, 1) ? 'Tomorrow' : dayText(day, today)
}

/** The day of an instant, in the operator’s time zone. */
export const dayLabel = (at: Date, now: Date) => dayText(dayOf(at), dayOf(now))

/** '09:12' for an instant today, else 'Mon 30 Nov, 09:12', in the operator’s time zone. */
export function momentText(at: Date, now: Date): string {
  return dayOf(at) === dayOf(now) ? time.format(at) : `${dayLabel(at, now)}, ${time.format(at)}`
}

/** The age of an instant: 'a minute ago', '6 hours ago', or after a day 'on Mon 30 Nov'. */
export function agoText(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'a moment ago'
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
  if (minutes < 24 * 60) return minutes < 120 ? 'an hour ago' : `${Math.floor(minutes / 60)} hours ago`
  return `on ${dayLabel(at, now)}`
}
