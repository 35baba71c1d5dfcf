import { type Day, offsetAt, OPERATOR_ZONE } from './day.ts'

/** Number formats of workbooks for a day, a month (by its first day) and a time. */
export const SPREADSHEET_FORMATS = { day: 'd mmm yyyy', month: 'mmm yyyy', time: 'd mmm yyyy hh:mm:ss' } as const

/** Spreadsheets number earlier days inconsistently, or not at all. */
const FIRST = Date.UTC(1900, 2, 1)

const representable = (time: number) => (time >= FIRST ? new Date(time) : undefined)

/** A day as the UTC instant that a date cell stores; undefined for days before March 1900, which spreadsheets lack. */
export const spreadsheetDay = (day: Day): Date | undefined => representable(Date.parse(`${day}T00:00:00Z`))

/** An instant in the operator's local time as the UTC instant that a date cell stores: cells have no time zone. */
export const spreadsheetTime = (at: Date): Date | undefined => representable(at.getTime() + offsetAt(at, OPERATOR_ZONE))
