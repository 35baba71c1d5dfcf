import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { db } from '../database/sql.ts'

/** A statement as a connection takes it, with `$1` for the first of its values. */
export type Statement = { readonly text: string; readonly values: unknown[] }

/** A statement that reads the rows of a file. */
export function compiled(query: RawBuilder<unknown>): Statement {
  const { sql: text, parameters } = query.compile(db)
  return { text, values: [...parameters] }
}

/** How many rows there are of what stands behind `from`. */
export async function countOf(connection: pg.ClientBase, from: RawBuilder<unknown>): Promise<number> {
  const { text, values } = compiled(sql`select count(*)::int as total from ${from}`)
  const { rows } = await connection.query<{ total: number }>(text, values)
  return rows[0]?.total ?? 0
}

/** A text or a name in a statement, which may have what looks like the place of a value in it; or such a place. */
const PLACES = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g

/** A statement with its values written into it, for COPY, which takes none beside it. */
export const withLiterals = ({ text, values }: Statement): string =>
  text.replaceAll(PLACES, (all, place: string | undefined) =>
    place === undefined ? all : literalOf(values[Number(place) - 1]),
  )

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return pg.escapeLiteral(Array.isArray(value) ? arrayOf(value) : textOf(value))
}

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

const arrayOf = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null ? 'null' : `"${textOf(value).replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`
