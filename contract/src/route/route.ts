import type { VisibilityKey } from '@despatch/domain/administration/clients/visibility'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import type { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'
import './text.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: anyone ('public'), anyone who has given the right password and has a further step to take, or is signed in
 * ('signing-in'; the handler says which), anyone who is signed in ('session'), or holders of one of the named entries of the
 * permission tree: `reads` needs 'Read Only' there, `edits` needs 'Read Only' and Edit.
 */
export type Permission =
  | 'public'
  | 'signing-in'
  | 'session'
  | { readonly reads: readonly LeafPath[] }
  | { readonly edits: readonly LeafPath[] }

/**
 * Whose data the call is about: nobody's ('none'), the one client that the `client` header names and the caller must
 * belong to ('one-client'), or that client or, for 'All_client', all of the caller's ('clients').
 */
export type Access = 'none' | 'one-client' | 'clients'

/** The type of a workbook's file. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type Route = {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly permission: Permission
  readonly access: Access
  /** Of a call that is for the operator's staff alone, whatever a role holds: the message with which users of clients are refused (403). */
  readonly operatorOnly?: string
  /** What the caller has to be let see, for the call tells of nothing else: without it the call is refused. */
  readonly shows?: readonly VisibilityKey[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** A zod shape, or a file that the handler reads as it arrives: 'stream' is the file itself, 'multipart' a form with it. */
  readonly body?: z.ZodObject | 'stream' | 'multipart'
  readonly answer: z.ZodType
  /** The type of the file that may be answered instead of the shape. An empty one says that there is nothing to put in it. */
  readonly file?: 'application/pdf' | typeof XLSX | 'application/octet-stream'
  /** The refusals that a caller should be ready for, beside those every call has (400, 401, 403, 408, 413, 415, 500, 503). */
  readonly errors: readonly ErrorCode[]
  /**
   * The audit act that a successful call leaves, or false for a call that changes nothing. The server holds a handler to it,
   * but for those with transactions of their own, whose tests do.
   */
  readonly audited: string | false
  /**
   * The list of the answer, of a call whose page may be all rows (limit 999999): the rows are then read and sent a page at
   * a time, however many there are. Each page is as the rows are when it is read.
   */
  readonly whole?: string
  /** What a page's `next` is sent as to read on from there, of such a call whose answers have one: `from` unless told. */
  readonly readsOnBy?: 'before'
  /**
   * With an Idempotency-Key header a repeat gets the first answer. For calls that create. An answer with a 'secret' is not kept:
   * a repeat changes nothing, and is refused.
   */
  readonly idempotent?: true | 'secret'
  /** An API key may make this call too, where it is for what the call asks for. Of no other call does it hold anything. */
  readonly byKey?: true
  /** The handler opens its own transactions: it works too long, or too slowly, to hold one for the whole request. */
  readonly ownTransactions?: true
}

/** Keeps the literal types of a room's routes. */
export function routes<const Routes extends Record<string, Route>>(room: Routes): Routes {
  return room
}
