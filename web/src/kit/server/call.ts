import { session } from '../session/session-store.ts'
import { createCall, createCallFile } from './client.ts'
import { createExpiry } from './expiry.ts'

/** The expired-session flag of this window. */
export const expiry = createExpiry()

/**
 * Calls the server: `call(contract.orders.create, { body }, { signal, idempotencyKey })`. See {@link createCall} for errors
 * and expired sessions.
 */
export const call = createCall(session, expiry)

/** Calls a route whose answer is a file: `callFile(contract.…, { body })` returns a Blob. See {@link createCallFile}. */
export const callFile = createCallFile(session, expiry)
