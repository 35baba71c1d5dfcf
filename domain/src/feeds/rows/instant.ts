import { isDay, offsetAt, type Day } from '../../calendar/day.ts'
import { DATE_FORMATS, type DateFormat, dayOrderOf, readDate, readSerial } from '../../calendar/date-format.ts'
import { type Fault, fault } from '../fault.ts'

/** Example of a date in a format, for error messages. */
function dateExample(format: DateFormat | undefined): string {
  return format === undefined
    ? 'a date looks like 2026-01-31, 2026-01-31 14:05:00, 31/01/2026 14:05 or 31-Jan-26'
    : `by the mapping, a date looks like ${DATE_FORMATS[format]}, with or without a time`
}

const MINUTE = 60_000
const EARLIEST = Date.UTC(1990, 0, 1)

/** How far ahead an instant may be: plans up to a year, past events as much as clocks differ. */
const AHEAD = { year: 'more than a year ahead', day: 'more than a day ahead' } as const

export type DateReading = {
  /** The mapping's format; without one, the day comes first. */
  readonly format?: DateFormat | undefined
  /** Why ambiguous dates are refused, once the column turned out to mix two orders of day and month. */
  readonly contradiction?: (() => Fault | undefined) | undefined
}

/**
 * Makes a reader of instants: to the millisecond for past events, whose order matters, and to the second for plans.
 * Dates without a zone are read in `zone` (IANA); dates without a time are the start of the day. Refuses dates before
 * 1990 or too far ahead.
 */
export function instantReader(
  title: string,
  { zone, now, ahead, ...reading }: { zone: string; now: Date; ahead: keyof typeof AHEAD } & DateReading,
): (text: string) => Date | Fault {
  const noDate = fault(`${title} cannot be read: ${dateExample(reading.format)}`)
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

/**
 * Removes the fraction of a second. Events that are fed again are recognised by this, whether or not the sender keeps
 * the fraction.
 */
export function wholeSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000)
}

/** Makes a reader of calendar days, which ignores a time after the day. */
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

/**
 * Reads midnight of a day in UTC; undefined for an invalid day. Remembers the last day, because consecutive rows often
 * share it.
 */
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

/** Cached offsets: a year with an instant in each quarter of an hour. */
const MAX_OFFSETS = 36_000

/**
 * Converts wall-clock time of a zone to an instant. Offsets are cached by quarter of an hour, because zones change
 * their clocks at no other time and computing one costs more than the rest of a row.
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
