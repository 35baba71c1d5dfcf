import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import type { Caller } from './authentication/open-session.ts'
import type { SigningIn } from './authentication/signing-in.ts'
import type { Services } from '../process/services.ts'

/** Every handler gets this. `now` is the one clock of the whole request. */
type RequestInfo = {
  now: Date
  requestId: string
  /** The network address of the caller. */
  address: string
  /** The browser's own description. */
  browser: string
  log: FastifyBaseLogger
  services: Services
}

/** For a handler that anyone may call, which opens its own transactions. `token` is the unchecked header. */
export type PublicContext = RequestInfo & { inTransaction: Database['transaction']; token: string | undefined }

/** For a handler of a sign-in step: the caller has given the right password, or is signed in. */
export type SigningInContext = PublicContext & { signingIn: SigningIn }

/** For a handler of a signed-in caller: one transaction, in which row-level security shows the clients of the call. */
export type Context = RequestInfo & {
  transaction: Transaction
  caller: Caller
  /** The one client of the call, for routes with access 'one-client'. */
  client: string
  /** The clients that the call may touch, one or many. */
  clients: string[]
  /** The acts audited so far. */
  audited: string[]
}

/** For a handler that works too long for one transaction. Its caller and client are checked beforehand. */
export type StreamingContext = RequestInfo & {
  database: Database
  caller: Caller
  client: string
  /** The clients that the call may touch, one or many. */
  clients: string[]
  stream: Readable
  contentType: string
  audited: string[]
}

/** What deciding on someone's behalf needs from a call. Work without a call, such as the demo's, can provide it too. */
export type ActContext = Pick<Context, 'transaction' | 'now' | 'requestId' | 'audited'> & {
  caller: Pick<Caller, 'userId' | 'username' | 'isInternal' | 'isForAll' | 'clients' | 'sees'>
}
