import type { VisibilityKey } from '@despatch/domain/administration/clients/visibility'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import type { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'
import './text.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: anyone ('public'), a user between the right password and the end of sign-in, or signed in
 * ('signing-in'; the handler decides), any signed-in user ('session'), or users with a permission on one of the named
 * entries: `reads` requires 'Read Only' there, `edits` requires 'Read Only' and Edit.
 */
export type Permission =
  | 'public'
  | 'signing-in'
  | 'session'
  | { readonly reads: readonly LeafPath[] }
  | { readonly edits: readonly LeafPath[] }

/**
 * Whose data the call is about: no client's ('none'); the one client named by the `client` header, which must be the
 * caller's ('one-client'); or that client or, for 'All_client', all of the caller's ('clients').
 */
export type Access = 'none' | 'one-client' | 'clients'

/** The media type of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type Route = {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly permission: Permission
  readonly access: Access
  /**
   * For calls of the operator's staff only, whatever a role holds: the message with which client users are refused
   * (403).
   */
  readonly operatorOnly?: string
  /** The call answers only data of these kinds; callers who may not see them are refused. */
  readonly shows?: readonly VisibilityKey[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** A zod shape, or a file that the handler streams: 'stream' is the file itself, 'multipart' a form with it. */
  readonly body?: z.ZodObject | 'stream' | 'multipart'
  readonly answer: z.ZodType
  /**
   * The media type of a file that may be answered instead of the shape. An empty file means that there is nothing to
   * show.
   */
  readonly file?: 'application/pdf' | typeof XLSX | 'application/octet-stream'
  /** Refusals to expect, besides those of every call (400, 401, 403, 408, 413, 415, 500, 503). */
  readonly errors: readonly ErrorCode[]
  /**
   * The audit act of a successful call; false for a call that changes nothing. The server checks it, except in handlers
   * with their own transactions, whose tests do.
   */
  readonly audited: string | false
  /**
   * The list in the answer of a call whose page may be all rows (limit 999999). The rows are then streamed page by
   * page, however many there are; each page shows the rows at the time it is read.
   */
  readonly whole?: string
  /** The parameter to which a page's `next` is passed; `from` by default. */
  readonly readsOnBy?: 'before'
  /**
   * For calls that create: a repeat with the same Idempotency-Key header gets the first answer. An answer with a
   * 'secret' is not stored: its repeat changes nothing, and is refused.
   */
  readonly idempotent?: true | 'secret'
  /** Whether API keys may make this call, with the permission that it needs. They may make no other call. */
  readonly byKey?: true
  /** The handler opens its own transactions, because it runs too long to hold one for the whole request. */
  readonly ownTransactions?: true
}

/** Keeps the literal types of a room's routes. */
export function routes<const Routes extends Record<string, Route>>(room: Routes): Routes {
  return room
}
