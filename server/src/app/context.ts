import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import type { Caller } from '../session/open-session.ts'

/** What every verb is told of its request. `now` is the one clock of the whole request. */
type Circumstances = {
  now: Date
  requestId: string
  /** The network address of whoever calls. */
  address: string
  log: FastifyBaseLogger
}

/** For a verb that anybody may call: it opens its own transactions. */
export type PublicContext = Circumstances & { inTransaction: Database['transaction'] }

/** For a verb of a signed-in caller: one transaction, in which row-level security shows the clients of the call. */
export type Context = Circumstances & {
  transaction: Transaction
  caller: Caller
  /** The one client that the call is for; of calls with access 'one-client'. */
  client: string
  /** The clients that the call may touch, one or many. */
  clients: string[]
  /** The acts that have been audited so far. */
  audited: string[]
}

/** For a verb that works too long to hold one transaction: its caller and client are checked beforehand. */
export type LongContext = Circumstances & {
  database: Database
  caller: Caller
  client: string
  stream: Readable
  contentType: string
  audited: string[]
}
