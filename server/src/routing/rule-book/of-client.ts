import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'

/** Throws an AppError (404) if a call's path or body names another client than its header. */
export function mustBeOfClient({ client }: Pick<Context, 'client'>, named: string): void {
  if (named !== client) throw nothingOf(named)
}

/** The error for a client that the call is not for. */
export function nothingOf(named: string): AppError {
  return new AppError(
    'not_found',
    `There is nothing of the client ${named} here: it is not the one you are working for.`,
  )
}
