import type { ColumnType } from 'kysely'

/** An exact amount as decimal text. */
export type Decimal = string
export type Instant = ColumnType<Date, Date | string, Date | string>
export type DayColumn = ColumnType<string, string, string>
