import type { Socket } from 'node:net'
import type pg from 'pg'

/** What a connection of pg has and its types do not name. */
type Inside = {
  readonly connection: { readonly stream: Socket }
  readonly pipeline?: boolean
  /** What the database, or a pooler before it, greeted with. */
  readonly processID: number | null
  /** False while pg waits for an answer. */
  readonly readyForQuery?: boolean
  readonly _queryable?: boolean
}

/** A connection of pg with what its types do not name. Source: pg 8, lib/client.js. */
export const connectionOf = (client: pg.ClientBase) => client as unknown as Inside
