import type { Day } from './day.ts'

/** Date formats of files, each with an example. Each may be followed by a time: 14:05, 14:05:30 or 2:05 pm. */
export const DATE_FORMATS = {
  'day-first': '27/08/2014',
  'month-first': '8/27/14',
  'year-first': '2014-08-27',
  'day-month-name': '27-Aug-14',
  'month-name-day': 'Aug 27, 2014',
} as const
export type DateFormat = keyof typeof DATE_FORMATS

/** The formats of numbers alone, in which day and month can be confused. */
export type DayOrder = 'day-first' | 'month-first'

/** A date as written, in the local time of its zone. */
export type WrittenDate = {
  /** May be an impossible date, like 2023-02-30. */
  readonly day: Day
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** Truncated. */
  readonly millisecond: number
  /** Minutes ahead of UTC, if the text says so. */
  readonly offset: number | undefined
}

const TIME = String.raw`(?:(?:,? {1,2}|T)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])\.?m\.?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?)?`
const YEAR = String.raw`(\d{4}|\d{2})`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`, 'i')
const NUMBERS = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2${YEAR}${TIME}$`, 'i')
const DAY_NAME = new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th)?[- /.]?([a-z]{3,9})\.?[- /,]{0,2}${YEAR}${TIME}$`, 'i')
const NAME_DAY = new RegExp(
  String.raw`^([a-z]{3,9})\.?[- /.]?(\d{1,2})(?:st|nd|rd|th)?(?:, ?|[- /])${YEAR}${TIME}$`,
  'i',
)
/** A spreadsheet's serial date: days since 30 December 1899, here from 1990 to 2099, and the fraction of the day. */
const SERIAL = /^(3[3-9]\d{3}|[4-6]\d{4}|7[0-2]\d{3})(\.\d{1,17})?$/
const FIRST_SERIAL = Date.UTC(1899, 11, 30)

/** Longer texts are not parsed. */
const LONGEST = 60

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/**
 * Reads a date. Dates with the year first or an English month name are read by every format. Dates of numbers alone are
 * read by the given format, day first by default, and not at all by a format that has no such dates. Undefined for
 * anything else.
 */
export function readDate(text: string, format: DateFormat = 'day-first'): WrittenDate | undefined {
  if (text.length > LONGEST) return undefined
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) {
    const [, year, , month, day, ...time] = yearFirst
    return toWrittenDate({ year, month, day }, time)
  }
  const numbers = NUMBERS.exec(text)
  if (numbers) {
    const [, one, , other, year, ...time] = numbers
    if (format === 'day-first') return toWrittenDate({ year, month: other, day: one }, time)
    return format === 'month-first' ? toWrittenDate({ year, month: one, day: other }, time) : undefined
  }
  const dayName = DAY_NAME.exec(text)
  if (dayName) {
    const [, day, name = '', year, ...time] = dayName
    return toWrittenDate({ year, month: monthNamed(name), day }, time)
  }
  const nameDay = NAME_DAY.exec(text)
  if (!nameDay) return undefined
  const [, name = '', day, year, ...time] = nameDay
  return toWrittenDate({ year, month: monthNamed(name), day }, time)
}

/** Reads a spreadsheet's serial date, which it writes if a column is not formatted as dates. */
export function readSerial(text: string): WrittenDate | undefined {
  if (!SERIAL.test(text)) return undefined
  const at = new Date(FIRST_SERIAL + Math.round(Number(text) * 86_400) * 1000)
  return {
    day: at.toISOString().slice(0, 10),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    millisecond: 0,
    offset: undefined,
  }
}

type DateParts = { year: string | undefined; month: string | undefined; day: string | undefined }

function toWrittenDate(
  { year = '', month, day = '' }: DateParts,
  time: readonly (string | undefined)[],
): WrittenDate | undefined {
  const [hourText, minute = '0', second = '0', fraction = '', half, zone] = time
  const hour = hourOf(Number(hourText ?? '0'), half?.toLowerCase())
  if (month === undefined || hour === undefined) return undefined
  return {
    day: `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    hour,
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
    offset: zone === undefined ? undefined : minutesOf(zone),
  }
}

/** No order is older than 1990: 90 to 99 are of that century, all others of this one. */
function fullYear(year: string): string {
  if (year.length === 4) return year
  return year >= '90' ? `19${year}` : `20${year}`
}

/** The number of an English month name, or of its first three or more letters. */
function monthNamed(name: string): string | undefined {
  const month = MONTHS.findIndex((full) => full.startsWith(name.toLowerCase()))
  return month === -1 ? undefined : String(month + 1)
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

function minutesOf(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))
  return offset.startsWith('-') ? -minutes : minutes
}

const LONGEST_MONTH = 31

/**
 * The order of day and month in a date of numbers alone: the only one that gives a real date, or 'either'. Undefined
 * for other texts.
 */
export function dayOrderOf(text: string): DayOrder | 'either' | undefined {
  if (text.length > LONGEST) return undefined
  const numbers = NUMBERS.exec(text)
  if (!numbers) return undefined
  const [one, other] = [Number(numbers[1]), Number(numbers[3])]
  if (one === 0 || other === 0 || one > LONGEST_MONTH || other > LONGEST_MONTH) return undefined
  if (one <= 12 && other <= 12) return 'either'
  if (one > 12 && other > 12) return undefined
  return one > 12 ? 'day-first' : 'month-first'
}
