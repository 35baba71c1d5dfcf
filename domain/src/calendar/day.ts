/** A calendar day without a time or zone: 'YYYY-MM-DD'. */
export type Day = string

/** The zone of the operator's days. */
export const OPERATOR_ZONE = 'Europe/London'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text is a real calendar day ('2024-02-29' is, '2023-02-29' is not). */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of an instant in a zone, by default the operator's. */
export function dayOf(instant: Date, zone: string = OPERATOR_ZONE): Day {
  let format = dayFormats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    dayFormats.set(zone, format)
  }
  return format.format(instant)
}

/** The last day that the format can hold. */
export const LAST_DAY: Day = '9999-12-31'

/** Adds days, or subtracts them if negative. Stops at {@link LAST_DAY}. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.getUTCFullYear() > 9999 ? LAST_DAY : date.toISOString().slice(0, 10)
}

/** Days from the first to the last; negative if the last is earlier. */
export function daysBetween(first: Day, last: Day): number {
  return (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000
}

/** Day of the week, Monday 0 to Sunday 6. */
export function weekday(day: Day): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

/**
 * Days on which a client neither despatches nor receives, besides Saturday and Sunday. They must never be all days from
 * some day on, so that a working day always follows.
 */
export type DaysOff = Pick<ReadonlySet<Day>, 'has'>

export const NO_DAYS_OFF: DaysOff = new Set<Day>()

/** Whether a day is neither Saturday nor Sunday nor off. */
export function isWorkingDay(day: Day, daysOff: DaysOff): boolean {
  return weekday(day) < 5 && !daysOff.has(day)
}

/** The days off within the given number of days after a day, without Saturdays and Sundays. Decisions store them. */
export function daysOffAfter(day: Day, daysOff: DaysOff, days: number): Day[] {
  if (daysOff === NO_DAYS_OFF) return []
  return Array.from({ length: days }, (_, index) => addDays(day, index + 1)).filter(
    (one) => weekday(one) < 5 && daysOff.has(one),
  )
}

/**
 * The first working day after a day. Specification 4: 'Next working day skips Saturday and Sunday.' domain.md: 'bank
 * holidays when the client's calendar says so'.
 */
export function nextWorkingDay(day: Day, daysOff: DaysOff = NO_DAYS_OFF): Day {
  let next = addDays(day, 1)
  while (!isWorkingDay(next, daysOff)) next = addDays(next, 1)
  return next
}

const longDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** '1 January 2024': specification 5. */
export function formatDay(day: Day): string {
  return longDay.format(new Date(`${day}T00:00:00Z`))
}

/** '1 January 2024 - 5 January 2024': specification 5. */
export function formatDayRange(from: Day, to: Day): string {
  return `${formatDay(from)} - ${formatDay(to)}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '5 Jan 2026', for tables. */
export function formatDayShort(day: Day): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`
}

/** The instant at which a day begins in a zone, by default the operator's. Date filters use it. */
export function startOfDay(day: Day, zone: string = OPERATOR_ZONE): Date {
  const midnight = new Date(`${day}T00:00:00Z`)
  const guess = new Date(midnight.getTime() - offsetAt(midnight, zone))
  return new Date(midnight.getTime() - offsetAt(guess, zone))
}

/**
 * The instant at which a zone's clock shows a minute of a day, by default the operator's. Of a minute that comes twice
 * the first; a minute that the clock skips is as long after midnight as the clock would have shown it.
 */
export function atMinute(day: Day, minute: number, zone: string = OPERATOR_ZONE): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + minute * 60_000
  const hours = 3_600_000
  const before = offsetAt(new Date(wall - 3 * hours), zone)
  const after = offsetAt(new Date(wall + 3 * hours), zone)
  const isReal = (offset: number) => offsetAt(new Date(wall - offset), zone) === offset
  return new Date(wall - (isReal(before) || !isReal(after) ? before : after))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Since 1970 all clock changes happened at whole quarters of an hour. */
const QUARTER = 900_000
const MAX_CACHED = 10_000
const offsets = new Map<string, number>()

/** Milliseconds by which the zone is ahead of UTC at an instant. */
export function offsetAt(instant: Date, zone: string): number {
  const time = instant.getTime()
  if (!(time >= 0)) return readOffset(instant, zone)
  const quarter = `${Math.floor(time / QUARTER)} ${zone}`
  const cached = offsets.get(quarter)
  if (cached !== undefined) return cached
  if (offsets.size >= MAX_CACHED) offsets.clear()
  const offset = readOffset(instant, zone)
  offsets.set(quarter, offset)
  return offset
}

function readOffset(instant: Date, zone: string): number {
  let format = clocks.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    clocks.set(zone, format)
  }
  const part: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant.getTime() / 1000) * 1000
}

/** The same day of the next year; 28 February for 29 February. */
export function yearAfter(day: Day): Day {
  const next = `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}${day.slice(4)}`
  return isDay(next) ? next : addDays(day, 365)
}
