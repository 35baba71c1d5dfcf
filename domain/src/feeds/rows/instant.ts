import { isDay, offsetAt, type Day } from '../../calendar/day.ts'
import { DATE_FORMATS, type DateFormat, dayOrderOf, readDate, readSerial } from '../../calendar/date-format.ts'
import { type Fault, fault } from '../fault.ts'

/** What a date looks like by a format, in words for people who wrote another. */
function formOf(format: DateFormat | undefined): string {
  return format === undefined
    ? 'a date looks like 2026-01-31, 2026-01-31 14:05:00, 31/01/2026 14:05 or 31-Jan-26'
    : `by the mapping, a date looks like ${DATE_FORMATS[format]}, with or without a time`
}

const MINUTE = 60_000
const EARLIEST = Date.UTC(1990, 0, 1)

/** How far ahead of now an instant may lie: plans reach a year, what has happened only as far as clocks go wrong. */
const AHEAD = { year: 'more than a year ahead', day: 'more than a day ahead' } as const

/** How the dates of a column are read. */
export type DateReading = {
  /** By the mapping; without it, days come first. */
  readonly format?: DateFormat | undefined
  /** Why no date of numbers alone is taken, once the column has turned out to have them in two orders. */
  readonly contradiction?: (() => Fault | undefined) | undefined
}

/**
 * Reads an instant: to the millisecond of what has happened, which others may have happened just before or after, and to the
 * second of what is planned. A date without a zone of its own is read on the clock of `zone` (IANA); one without a
 * time is the beginning of that day. Refuses what is before 1990, or further ahead than it may lie.
 */
export function instantReader(
  title: string,
  { zone, now, ahead, ...reading }: { zone: string; now: Date; ahead: keyof typeof AHEAD } & DateReading,
): (text: string) => Date | Fault {
  const noDate = fault(`${title} cannot be read: ${formOf(reading.format)}`)
  const tooEarly = fault(`${title} is before 1990`)
  const tooLate = fault(`${title} is ${AHEAD[ahead]}`)
  const latest = new Date(now)
  if (ahead === 'year') latest.setUTCFullYear(latest.getUTCFullYear() + 1)
  else latest.setUTCDate(latest.getUTCDate() + 1)
  const inZone = zoneReader(zone)
  const readDay = lastDayReader()
  return (text) => {
    const parts = readDate(text, reading.format) ?? readSerial(text)
    if (!parts) return noDate
    const contradiction = reading.contradiction?.()
    if (contradiction && dayOrderOf(text) !== undefined) return contradiction
    const { day, hour, minute, second, millisecond, offset } = parts
    const midnight = readDay(day)
    if (midnight === undefined || hour > 23 || minute > 59 || second > 59) return noDate
    const fraction = ahead === 'day' ? millisecond : 0
    const onClock = midnight + ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    const instant = offset === undefined ? inZone(onClock) : new Date(onClock - offset * MINUTE)
    if (instant.getTime() < EARLIEST) return tooEarly
    return instant > latest ? tooLate : instant
  }
}

/** An instant without its fraction of a second: an event that is fed again is recognised by it, whether or not its sender keeps the fraction. */
export function wholeSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000)
}

/** Reads a calendar day; a time behind it counts for nothing. */
export function dayReader(title: string, reading: DateReading = {}): (text: string) => Day | Fault {
  const form = reading.format === undefined ? '2026-01-31, 31/01/2026 or 31-Jan-26' : DATE_FORMATS[reading.format]
  const noDay = fault(`${title} cannot be read: a day looks like ${form}`)
  return (text) => {
    const day = (readDate(text, reading.format) ?? readSerial(text))?.day
    if (day === undefined || !isDay(day)) return noDay
    const contradiction = reading.contradiction?.()
    return contradiction && dayOrderOf(text) !== undefined ? contradiction : day
  }
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
const MAX_OFFSETS = 36_000

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
      if (offsets.size === MAX_OFFSETS) offsets.clear()
      offsets.set(quarter, offset)
    }
    return new Date(onClock - offset)
  }
}
