import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Builds SQL and runs nothing. A query runs through the {@link Transaction} of the request, which sets the clients that row-level
 * security shows.
 */
export const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Matches rows of some clients. One client is compared by `=`, so that the statement can be prepared. */
export const isOfClients = (column: string, clients: readonly string[]): RawBuilder<boolean> =>
  clients.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${clients[0]}::text`
    : sql<boolean>`${sql.ref(column)} = any (${clients}::text[])`

/** Clients as rows of one column. One client is a `values` row, so that the statement can be prepared. */
export const clientRows = (clients: readonly string[]): RawBuilder<unknown> =>
  clients.length === 1 ? sql`(values (${clients[0]}::text))` : sql`unnest(${clients}::text[])`
