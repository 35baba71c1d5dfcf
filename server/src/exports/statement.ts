import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { db } from '../database/sql.ts'

/** SQL with `$1` for the first value. */
export type Statement = { readonly text: string; readonly values: unknown[] }

/** Compiles a kysely query. */
export function compiled(query: RawBuilder<unknown>): Statement {
  const { sql: text, parameters } = query.compile(db)
  return { text, values: [...parameters] }
}

/** Counts the rows of a `from` clause. */
export async function countOf(connection: pg.ClientBase, from: RawBuilder<unknown>): Promise<number> {
  const { text, values } = compiled(sql`select count(*)::int as total from ${from}`)
  const { rows } = await connection.query<{ total: number }>(text, values)
  return rows[0]?.total ?? 0
}

/** Matches string literals and quoted identifiers, whose content may look like a placeholder, and placeholders. */
const PLACES = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g

/** Inserts the values into the SQL text, for COPY, which takes no parameters. */
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
