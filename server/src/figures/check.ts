import type { Day } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import { clientsOf } from './clients.ts'
import { isWithin, tablesOf } from './figure-tables.ts'
import { FIGURE_KIND_NAMES, type FigureKind } from './kinds.ts'
import type { ClientFigures } from './recount.ts'

/** Days whose stored figures differ from the records although nothing marks them as stale. */
export type WrongDays = ClientFigures & { readonly days: readonly Day[] }

/** A client, and the first and last day of a range. Without days: all days. */
type DaysOfClient = { readonly client: string; readonly first?: Day; readonly last?: Day }

/**
 * Compares stored figures with the records in one snapshot, and marks the days that differ so that they are recounted.
 * Days that are already marked are skipped.
 */
export async function markWrongDays(
  database: Database,
  { kind, client, first = '-infinity', last = 'infinity' }: DaysOfClient & { readonly kind: FigureKind },
): Promise<WrongDays> {
  const days = await database.copying(
    [client],
    async (connection) => {
      const found = new Set<Day>()
      for (const figures of tablesOf(kind)) {
        const { table, day, keys, counts, counted } = figures
        const range = { client, first, last }
        const all = sql.join(['client_code', ...keys, ...counts].map((name) => sql.ref(name)))
        const { sql: text, parameters } = sql`
          with kept as (
            select ${all} from ${sql.table(table)} where ${isWithin(figures, range)}
          ), counted as materialized (select ${all} from (${counted(range)}) as rows)
          select distinct ${sql.ref(day)} as day from (
            (select * from kept except all select * from counted) union all (select * from counted except all select * from kept)
          ) as differing
          where not exists (
            select from stale_days s where s.kind = ${kind} and s.client_code = ${client} and s.day = differing.${sql.ref(day)}
          )`.compile(db)
        const { rows } = await connection.query<{ day: Day }>(text, [...parameters])
        for (const { day } of rows) found.add(day)
      }
      return [...found].toSorted()
    },
    { isSnapshot: true },
  )
  if (days.length > 0)
    await database.copying([client], (connection) =>
      connection.query('insert into stale_days (kind, client_code, day) select $1, $2, unnest($3::date[])', [
        kind,
        client,
        days,
      ]),
    )
  return { kind, client, days }
}

/** Marks all days on which a client has records or stored figures of a kind. Returns the number of days. */
export const markAllDays = (database: Database, { kind, client }: ClientFigures): Promise<number> =>
  database.copying([client], async (connection) => {
    const { rows } = await connection.query<{ marked: number }>('select mark_all_days($1, $2)::int as marked', [
      kind,
      client,
    ])
    return rows[0]?.marked ?? 0
  })

/** Runs {@link markWrongDays} for every client and kind. Returns those with wrong days. */
export async function markAllWrongDays(database: Database): Promise<WrongDays[]> {
  const wrong: WrongDays[] = []
  for (const client of await clientsOf(database))
    for (const kind of FIGURE_KIND_NAMES) {
      const found = await markWrongDays(database, { kind, client })
      if (found.days.length > 0) wrong.push(found)
    }
  return wrong
}
