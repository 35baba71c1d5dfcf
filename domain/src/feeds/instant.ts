import { isDay, offsetAt, type Day } from '../calendar/day.ts'
import { type Fault, fault } from './fault.ts'

const FORM = 'a date looks like 2026-01-31, 2026-01-31 14:05:00 or 31/01/2026 14:05'

const YEAR_FIRST = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/
const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const MINUTE = 60_000
const EARLIEST = Date.UTC(1990, 0, 1)

/** How far ahead of now an instant may lie: plans reach a year, what has happened only as far as clocks go wrong. */
const AHEAD = { year: 'more than a year ahead', day: 'more than a day ahead' } as const

/**
 * Reads an instant, to the second. A date without a zone of its own is read on the clock of `zone` (IANA); one without a
 * time is the beginning of that day. Refuses what is before 1990, or further ahead than it may lie.
 */
export function instantReader(
  title: string,
  { zone, now, ahead }: { zone: string; now: Date; ahead: keyof typeof AHEAD },
): (text: string) => Date | Fault {
  const noDate = fault(`${title} cannot be read: ${FORM}`)
  const tooEarly = fault(`${title} is before 1990`)
  const tooLate = fault(`${title} is ${AHEAD[ahead]}`)
  const latest = new Date(now)
  if (ahead === 'year') latest.setUTCFullYear(latest.getUTCFullYear() + 1)
  else latest.setUTCDate(latest.getUTCDate() + 1)
  const inZone = zoneReader(zone)
  const readDay = lastDayReader()
  return (text) => {
    const parts = partsOf(text)
    if (!parts) return noDate
    const { day, hour, minute, second, offset } = parts
    const midnight = readDay(day)
    if (midnight === undefined || hour > 23 || minute > 59 || second > 59) return noDate
    const onClock = midnight + ((hour * 60 + minute) * 60 + second) * 1000
    const instant = offset === undefined ? inZone(onClock) : new Date(onClock - offset * MINUTE)
    if (instant.getTime() < EARLIEST) return tooEarly
    return instant > latest ? tooLate : instant
  }
}

/** Reads a calendar day, as 2026-01-31 or 31/01/2026; a time behind it counts for nothing. */
export function dayReader(title: string): (text: string) => Day | Fault {
  const noDay = fault(`${title} cannot be read: a day looks like 2026-01-31 or 31/01/2026`)
  return (text) => {
    const day = partsOf(text)?.day
    return day !== undefined && isDay(day) ? day : noDay
  }
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

/** Reads a day's midnight in UTC, once for all rows in a row that are of the same day; undefined for what is no day. */
function lastDayReader(): (day: string) => number | undefined {
  let last = ''
  let midnight: number | undefined
  return (day) => {
    if (day === last) return midnight
    last = day
    midnight = isDay(day) ? Date.parse(`${day}T00:00:00Z`) : undefined
    return midnight
  }
}

/** Offsets that are kept: those of a year, were there an instant in every quarter of an hour. */
const MOST_OFFSETS = 36_000

/**
 * Reads what a zone's clock showed. Its offset is worked out once for each quarter of an hour: no zone changes its clock at
 * any other time, and asking costs more than all the rest of a row.
 */
function zoneReader(zone: string): (onClock: number) => Date {
  const offsets = new Map<number, number>()
  return (onClock) => {
    const quarter = Math.floor(onClock / (15 * MINUTE))
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      const guess = new Date(onClock - offsetAt(new Date(onClock), zone))
      offset = offsetAt(guess, zone)
      if (offsets.size === MOST_OFFSETS) offsets.clear()
      offsets.set(quarter, offset)
    }
    return new Date(onClock - offset)
  }
}
