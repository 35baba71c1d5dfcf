import type { Socket } from 'node:net'
import type pg from 'pg'

/** Members of a pg connection that its types do not declare. */
type PgInternals = {
  readonly connection: { readonly stream: Socket }
  readonly pipeline?: boolean
  /** The process id in the greeting of the database, or of a pooler in front of it. */
  readonly processID: number | null
  /** False while pg waits for an answer. */
  readonly readyForQuery?: boolean
  readonly _queryable?: boolean
}

/** Gives access to undeclared members of a pg connection. Source: pg 8, lib/client.js. */
export const connectionOf = (client: pg.ClientBase) => client as unknown as PgInternals
