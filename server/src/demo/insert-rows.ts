import type { Insertable, Selectable } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../database/tables.ts'

/** COPY is refused under forced row-level security, so each batch is one statement with one JSON text. */
const BATCH = 4000

/** A row to insert. JSON columns hold plain values, because the whole row is sent as JSON. */
export type PlainRow<Name extends keyof Tables> = {
  [Column in keyof Insertable<Tables[Name]>]: Column extends keyof Selectable<Tables[Name]>
    ? Insertable<Tables[Name]>[Column] | Selectable<Tables[Name]>[Column]
    : Insertable<Tables[Name]>[Column]
}

/** Inserts rows that all have the same columns, in order. */
export async function insertRows<Name extends keyof Tables>(
  client: pg.Client,
  table: Name,
  rows: readonly PlainRow<Name>[],
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
