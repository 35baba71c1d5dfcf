import type { Insertable } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../database/tables.ts'

/** COPY is refused under forced row-level security, so the rows of a batch go in one statement as one JSON text. */
const BATCH = 4000

/** Inserts rows that all have the same columns, in their order. Nothing is done for none. */
export async function insertRows<Name extends keyof Tables>(
  client: pg.Client,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = JSON.stringify(rows.slice(from, from + BATCH))
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [batch],
    )
  }
}
