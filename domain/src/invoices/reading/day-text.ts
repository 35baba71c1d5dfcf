import { type DateFormat, readDate } from '../../calendar/date-format.ts'
import { addDays, type Day, isDay } from '../../calendar/day.ts'

const COMPACT = /^\d{8}$/
/** Days since 30 December 1899, as spreadsheets count them: 1954 to 2118. */
const SERIAL = /^\d{5}(?:\.\d+)?$/
const FIRST_SERIAL = 20_000
const LAST_SERIAL = 80_000

/** Reads the day of a cell: 20260331, anything that `readDate` reads, or a workbook's serial number. */
export function readDay(text: string, format: DateFormat, isTyped: boolean): Day | undefined {
  if (COMPACT.test(text)) {
    const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
    return isDay(day) ? day : undefined
  }
  if (isTyped && SERIAL.test(text)) {
    const serial = Math.floor(Number(text))
    return serial >= FIRST_SERIAL && serial <= LAST_SERIAL ? addDays('1899-12-30', serial) : undefined
  }
  const written = readDate(text, format)
  return written && isDay(written.day) ? written.day : undefined
}

/** Whether a text is a day in any format that files use. */
export const looksLikeDay = (text: string): boolean =>
  readDay(text, 'day-first', false) !== undefined || readDay(text, 'month-first', false) !== undefined
