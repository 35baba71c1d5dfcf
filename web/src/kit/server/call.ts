import { session } from '../session/session-store.ts'
import { createCall, createCallFile } from './client.ts'
import { createExpiry } from './expiry.ts'

/** The expired-session flag of this window. */
export const expiry = createExpiry()

/**
 * Calls the server: `call(contract.orders.create, { body }, { signal, idempotencyKey })`. See {@link createCall} for
 * what it throws, and for what it does when the session has expired.
 */
export const call = createCall(session, expiry)

/** The same for a route that may answer a file: `callFile(contract.…, { body })` gives it as a Blob. See {@link createCallFile}. */
export const callFile = createCallFile(session, expiry)
