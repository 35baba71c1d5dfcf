import { type Day, offsetAt, OPERATOR_ZONE } from './day.ts'

/** How cells of workbooks show a day, a month by its first day, and a time. */
export const SPREADSHEET_FORMATS = { day: 'd mmm yyyy', month: 'mmm yyyy', time: 'd mmm yyyy hh:mm:ss' } as const

/** Spreadsheets count earlier days in two ways, or not at all. */
const FIRST = Date.UTC(1900, 2, 1)

const known = (time: number) => (time >= FIRST ? new Date(time) : undefined)

/** The date of a cell that shows a day, as an instant in UTC; undefined for days before March 1900, which spreadsheets lack. */
export const spreadsheetDay = (day: Day): Date | undefined => known(Date.parse(`${day}T00:00:00Z`))

/** The date of a cell that shows an instant by the operator's clock, as an instant in UTC: cells have no time zone. */
export const spreadsheetTime = (at: Date): Date | undefined => known(at.getTime() + offsetAt(at, OPERATOR_ZONE))
