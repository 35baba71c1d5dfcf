import type { Day } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import { clientsOf } from './clients.ts'
import { isWithin, tablesOf } from './figure-tables.ts'
import { FIGURE_KIND_NAMES, type FigureKind } from './kinds.ts'
import type { ClientFigures } from './recount.ts'

/** Days whose figures are other than the records say, though none of them is marked. */
export type WrongDays = ClientFigures & { readonly days: readonly Day[] }

/** A client and the days between two. Without days: all there are. */
type DaysOfClient = { readonly client: string; readonly first?: Day; readonly last?: Day }

/**
 * Compares kept figures with what the records say, of one moment, and marks the days that differ, so that they are counted again.
 * Days that are marked already are left out. `-infinity` to `infinity` where no days are given.
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

/** Marks all days on which a client has records, or figures, of a kind. Gives how many those are. */
export const markAllDays = (database: Database, { kind, client }: ClientFigures): Promise<number> =>
  database.copying([client], async (connection) => {
    const { rows } = await connection.query<{ marked: number }>('select mark_all_days($1, $2)::int as marked', [
      kind,
      client,
    ])
    return rows[0]?.marked ?? 0
  })

/** Compares all figures of all clients, kind by kind, as {@link markWrongDays} does. Gives those that were wrong. */
export async function markAllWrongDays(database: Database): Promise<WrongDays[]> {
  const wrong: WrongDays[] = []
  for (const client of await clientsOf(database))
    for (const kind of FIGURE_KIND_NAMES) {
      const found = await markWrongDays(database, { kind, client })
      if (found.days.length > 0) wrong.push(found)
    }
  return wrong
}
