import { isDay, offsetAt, type Day } from '../calendar/day.ts'
import { type Fault, fault } from './fault.ts'

const FORM = 'a date looks like 2026-01-31, 2026-01-31 14:05:00 or 31/01/2026 14:05'
const NO_DATE = fault(`Order date cannot be read: ${FORM}`)
const TOO_EARLY = fault('Order date is before 1990')
const TOO_LATE = fault('Order date is more than a year ahead')
const NO_DAY = fault('Named day cannot be read: a day looks like 2026-01-31 or 31/01/2026')

const YEAR_FIRST = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/
const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const MINUTE = 60_000
const EARLIEST = Date.UTC(1990, 0, 1)

/**
 * The instant that an order's date names, to the second. A date without a zone of its own is read on the clock of
 * `zone` (IANA); one without a time is the beginning of that day. Refuses what is before 1990 or over a year after now.
 */
export function readOrderDate(text: string, { zone, now }: { zone: string; now: Date }): Date | Fault {
  const parts = partsOf(text)
  if (!parts) return NO_DATE
  const { day, hour, minute, second, offset } = parts
  if (!isDay(day) || hour > 23 || minute > 59 || second > 59) return NO_DATE
  const onClock = new Date(Date.parse(`${day}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1000)
  const instant = offset === undefined ? inZone(onClock, zone) : new Date(onClock.getTime() - offset * MINUTE)
  if (instant.getTime() < EARLIEST) return TOO_EARLY
  const yearAhead = new Date(now)
  yearAhead.setUTCFullYear(yearAhead.getUTCFullYear() + 1)
  return instant > yearAhead ? TOO_LATE : instant
}

/** The calendar day that a text names, as 2026-01-31 or 31/01/2026; a time behind it counts for nothing. */
export function readNamedDay(text: string): Day | Fault {
  const day = partsOf(text)?.day
  return day !== undefined && isDay(day) ? day : NO_DAY
}

type Parts = { day: string; hour: number; minute: number; second: number; offset: number | undefined }

function partsOf(text: string): Parts | undefined {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) {
    const [, day = '', hour, minute, second, offset] = yearFirst
    return { day, ...timeOf(hour, minute, second), offset: offset === undefined ? undefined : minutesOf(offset) }
  }
  const dayFirst = DAY_FIRST.exec(text)
  if (!dayFirst) return undefined
  const [, day = '', month = '', year = '', hour, minute, second] = dayFirst
  return {
    day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    ...timeOf(hour, minute, second),
    offset: undefined,
  }
}

function timeOf(hour = '0', minute = '0', second = '0') {
  return { hour: Number(hour), minute: Number(minute), second: Number(second) }
}

function minutesOf(offset: string): number {
  if (offset === 'Z') return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))
  return offset.startsWith('-') ? -minutes : minutes
}

function inZone(onClock: Date, zone: string): Date {
  const guess = new Date(onClock.getTime() - offsetAt(onClock, zone))
  return new Date(onClock.getTime() - offsetAt(guess, zone))
}
