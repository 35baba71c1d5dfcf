import type { ColumnType } from 'kysely'

/** Amounts come out, and go in, as exact decimal texts. */
export type Decimal = string
export type Instant = ColumnType<Date, Date | string, Date | string>
export type DayColumn = ColumnType<string, string, string>
