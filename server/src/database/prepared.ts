import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { connectionOf } from './connection-of.ts'

/** Most changing texts to prepare: each takes memory in the database on every connection. */
const MAX_CHANGING = 200

/** The name of the prepared statement. */
type Named = { readonly preparedAs?: string }

const names = new Map<string, string>()
let changing = 0
const ownConnections = new WeakSet<pg.ClientBase>()

/**
 * Prepares a frequent statement, where planning takes several times as long as running. Use it where there are few different
 * texts, and each names one client by `=`. Do not use it with array parameters: the generic plan is worse.
 */
export function prepared<Row>(query: { compile(): CompiledQuery<Row> } | CompiledQuery<Row>): CompiledQuery<Row> {
  const compiled = 'compile' in query ? query.compile() : query
  return names.has(compiled.sql) || changing++ < MAX_CHANGING ? named(compiled) : compiled
}

/**
 * Builds and prepares a statement whose text never changes, once. Values are put straight into the parameters of that text, so
 * `build` must not inspect them.
 *
 * @param count how many values `build` takes, if its own length does not say it
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
 * Enables prepared statements on a new connection if no pooler is in between. Without one, the backend's process id is the one
 * in the greeting. A pooler greets with an id of its own and may run each transaction in another backend, which does not know the
 * prepared statements.
 */
export async function detectPooler(client: pg.PoolClient): Promise<void> {
  const { processID } = connectionOf(client)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0]?.pid === processID) ownConnections.add(client)
}

/** The name of the prepared statement, if the query has one and the connection supports it. */
export const nameOn = (client: pg.ClientBase, query: object): string | undefined =>
  ownConnections.has(client) ? (query as Named).preparedAs : undefined

/** Whether a cached plan is invalid because its tables or functions have been replaced. */
export const isPlanGone = (error: unknown): boolean =>
  /cached plan must not change result type|prepared statement .* does not exist/.test(
    String((error as Error | null)?.message),
  )

/** Stops using prepared statements on a connection. */
export const forgetPlans = (client: pg.ClientBase): void => void ownConnections.delete(client)
