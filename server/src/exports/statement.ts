import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { db } from '../database/sql.ts'

/** A statement as a connection takes it that reads the rows of a file. */
export function compiled(query: RawBuilder<unknown>): { text: string; values: unknown[] } {
  const { sql: text, parameters } = query.compile(db)
  return { text, values: [...parameters] }
}

/** How many rows there are of what stands behind `from`. */
export async function countOf(connection: pg.ClientBase, from: RawBuilder<unknown>): Promise<number> {
  const { text, values } = compiled(sql`select count(*)::int as total from ${from}`)
  const { rows } = await connection.query<{ total: number }>(text, values)
  return rows[0]?.total ?? 0
}
