import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'

/** Throws an AppError (404) if a call's path or body names another client than its header. */
export function refuseOtherClient({ client }: Pick<Context, 'client'>, named: string): void {
  if (named !== client) throw otherClientError(named)
}

/** The error for a client that the call is not for. */
export function otherClientError(named: string): AppError {
  return new AppError('not_found', `You are not working for client ${named}.`)
}
