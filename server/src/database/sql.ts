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
 * Builds SQL and runs nothing: a query runs through the {@link Transaction} of the request, so that none can run outside
 * one, where no client is set and row-level security shows nothing.
 */
export const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** That a column names one of some clients: a single one by `=`, so that the plan of what asks it may be kept. */
export const isOf = (column: string, clients: readonly string[]): RawBuilder<boolean> =>
  clients.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${clients[0]}::text`
    : sql<boolean>`${sql.ref(column)} = any (${clients}::text[])`

/**
 * Clients as rows of one column. A single one is a row of its own, so that the plan of what asks it may be kept: of a list the
 * database does not see that a plan for all is as good as one for this.
 */
export const inRows = (clients: readonly string[]): RawBuilder<unknown> =>
  clients.length === 1 ? sql`(values (${clients[0]}::text))` : sql`unnest(${clients}::text[])`
