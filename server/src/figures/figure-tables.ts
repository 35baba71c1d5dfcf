import type { Day } from '@despatch/domain/calendar/day'
import { type RawBuilder, sql } from 'kysely'
import { FIGURE_KINDS, type FigureKind, type KindOfFigures } from './kinds.ts'

/** A range of days of a client, both ends included. */
type Range = { readonly client: string; readonly first: Day; readonly last: Day }
/** A table of figures and how its rows are computed. */
export type FigureTable = {
  table: string
  /** The column with the day, or with the first day of the month. */
  day: 'day' | 'month'
  keys: readonly string[]
  counts: readonly string[]
  /** A query for the correct rows of a range of days, or of the months that the range touches. */
  counted: (range: Range) => RawBuilder<unknown>
}

/** The tables of a kind, in write order: each later one sums the first. */
export function tablesOf(kind: FigureKind): FigureTable[] {
  const { table, definition, keys, counts, sums, months }: KindOfFigures = FIGURE_KINDS[kind]
  const summed = sql.join(counts.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))
  const others = keys.filter((key) => key !== 'day')
  return [
    {
      table,
      day: 'day',
      keys,
      counts,
      counted: ({ client, first, last }) =>
        sql`select * from ${sql.raw(definition)}(${client}, ${first}::date, ${last}::date)`,
    },
    ...(sums
      ? [
          {
            ...sums,
            day: 'day' as const,
            counts,
            counted: ({ client, first, last }: Range) => sql`
              select client_code, ${refs(sums.keys)}, ${summed} from ${sql.table(table)}
              where client_code = ${client} and day between ${first}::date and ${last}::date
              group by client_code, ${refs(sums.keys)}`,
          },
        ]
      : []),
    ...(months
      ? [
          {
            table: months,
            day: 'month' as const,
            keys: ['month', ...others],
            counts,
            counted: ({ client, first, last }: Range) => sql`
              select client_code, ${monthOf(sql`day`)} as month, ${refs(others)}, ${summed} from ${sql.table(table)}
              where client_code = ${client} and day >= ${monthOf(sql`${first}::date`)}
                and day < date_trunc('month', ${last}::date::timestamp) + interval '1 month'
              group by client_code, 2, ${refs(others)}`,
          },
        ]
      : []),
  ]
}

/** The first day of a day's month. */
const monthOf = (day: RawBuilder<unknown>) => sql`date_trunc('month', ${day}::timestamp)::date`

/** Selects a table's rows of a range of days, or of the months that the range touches. */
export const isWithin = ({ day }: Pick<FigureTable, 'day'>, { client, first, last }: Range) =>
  day === 'day'
    ? sql`client_code = ${client} and day between ${first}::date and ${last}::date`
    : sql`client_code = ${client} and month between ${monthOf(sql`${first}::date`)} and ${last}::date`

const refs = (names: readonly string[], table?: string) =>
  sql.join(names.map((name) => sql.ref(table ? `${table}.${name}` : name)))

/** A statement that brings the rows of a range up to date. It writes only rows that differ. */
export function writeCounted(figures: FigureTable, range: Range) {
  const { table, keys, counts, counted } = figures
  const kept = sql.table(table)
  const all = refs(['client_code', ...keys, ...counts])
  return sql<object>`
    with counted as materialized (${counted(range)}), gone as (
      delete from ${kept} as kept where ${isWithin(figures, range)}
        and not exists (select from counted where (${refs(keys, 'counted')}) = (${refs(keys, 'kept')}))
    )
    insert into ${kept} as kept (${all}) select ${all} from counted
    on conflict (client_code, ${refs(keys)}) do update
    set ${sql.join(counts.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    where (${refs(counts, 'kept')}) is distinct from (${refs(counts, 'excluded')})`
}
