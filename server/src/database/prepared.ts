import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { connectionOf } from './connection-of.ts'

/** Texts of changing statements whose plans are kept: each costs every connection some memory of the database. */
const MAX_CHANGING = 200

/** The name under which connections keep the plan of a statement. */
type Named = { readonly preparedAs?: string }

const names = new Map<string, string>()
let changing = 0
const ownConnections = new WeakSet<pg.ClientBase>()

/**
 * A statement that is asked so often that its plan is worth keeping: planning it again may take several times as long as
 * running it. For texts of which there are few, and that name one client by `=`: of a list PostgreSQL would not believe that a
 * plan for all is as good as one for these.
 */
export function prepared<Row>(query: { compile(): CompiledQuery<Row> } | CompiledQuery<Row>): CompiledQuery<Row> {
  const compiled = 'compile' in query ? query.compile() : query
  return names.has(compiled.sql) || changing++ < MAX_CHANGING ? named(compiled) : compiled
}

/**
 * The same of a statement whose text never changes, which is then built once: what it is given goes as it is to the places
 * where it stood, so it may not be looked into. `count` values are given, as many as `build` names.
 */
export function fixed<Values extends readonly unknown[], Row>(
  build: (...values: Values) => CompiledQuery<Row>,
  count = build.length,
): (...values: Values) => CompiledQuery<Row> {
  let made: ReturnType<typeof buildOnce<Values, Row>> | undefined
  return (...values) => {
    made ??= buildOnce(build, count)
    const parameters = made.places.map((place) => (typeof place === 'number' ? values[place] : place.always))
    return { ...made.query, parameters }
  }
}

function buildOnce<Values extends readonly unknown[], Row>(
  build: (...values: Values) => CompiledQuery<Row>,
  count: number,
) {
  const marks = Array.from({ length: count }, () => ({}))
  const query = build(...(marks as unknown as Values))
  const places = query.parameters.map((value) => {
    const place = marks.indexOf(value as object)
    return place === -1 ? { always: value } : place
  })
  return { query: named(query), places }
}

function named<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> & Named {
  const preparedAs = names.get(query.sql) ?? `despatch_${names.size + 1}`
  names.set(query.sql, preparedAs)
  return { ...query, preparedAs }
}

/**
 * Finds out whether a new connection has a process of the database to itself: then that has the id which it was greeted with.
 * A pooler greets with one of its own making, and may have each transaction served by another process, which knows nothing of
 * what was prepared.
 */
export async function findOutWhoseOwn(client: pg.PoolClient): Promise<void> {
  const { processID } = connectionOf(client)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0]?.pid === processID) ownConnections.add(client)
}

/** The name under which this statement is prepared, where that is worth it and the connection is for it. */
export const nameOn = (client: pg.ClientBase, query: object): string | undefined =>
  ownConnections.has(client) ? (query as Named).preparedAs : undefined

/** Whether a plan that was kept no longer fits: the tables or functions that it reads have been made again since. */
export const isPlanGone = (error: unknown): boolean =>
  /cached plan must not change result type|prepared statement .* does not exist/.test(
    String((error as Error | null)?.message),
  )

/** Keeps no plans on a connection any more. */
export const forgetPlans = (client: pg.ClientBase): void => void ownConnections.delete(client)
