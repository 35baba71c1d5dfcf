import type { Day } from '@despatch/domain/calendar/day'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import { FIGURE_KIND_NAMES, FIGURE_KINDS, type FigureKind } from './kinds.ts'
import type { ClientFigures } from './recount.ts'

/** Days whose figures are other than the records say, though none of them is marked. */
export type WrongDays = ClientFigures & { readonly days: readonly Day[] }

/** The codes of all clients. */
export const clientsOf = async (database: Database): Promise<string[]> =>
  (
    await database.transaction((transaction) =>
      transaction.rows(db.selectFrom('clients').select('client_code').orderBy('client_code')),
    )
  ).map(({ client_code }) => client_code)

/** A client and the days between two. Without days: all there are. */
type Range = { readonly client: string; readonly first?: Day; readonly last?: Day }

/**
 * Compares kept figures with what the records say, of one moment, and marks the days that differ, so that they are counted again.
 * Days that are marked already are left out. `-infinity` to `infinity` where no days are given.
 */
export async function markWrongDays(
  database: Database,
  { kind, client, first = '-infinity', last = 'infinity' }: Range & { readonly kind: FigureKind },
): Promise<WrongDays> {
  const { table, definition } = FIGURE_KINDS[kind]
  const days = await database.copying(
    [client],
    async (connection) => {
      const { rows } = await connection.query<{ day: Day }>(
        `with kept as (
          select * from ${table} where client_code = $1 and day between $2::date and $3::date
        ), counted as materialized (
          select * from ${definition}($1, $2::date, $3::date)
        )
        select distinct day from (
          (select * from kept except all select * from counted) union all (select * from counted except all select * from kept)
        ) as differing
        where not exists (select from stale_days s where s.kind = $4 and s.client_code = $1 and s.day = differing.day)
        order by day`,
        [client, first, last, kind],
      )
      return rows.map(({ day }) => day)
    },
    { isOfOneMoment: true },
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
