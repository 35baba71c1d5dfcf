import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'

/** The calls of carrier routing name their client twice: what they name must be the client of the call. Throws an AppError (404). */
export function mustBeOfClient({ client }: Pick<Context, 'client'>, named: string): void {
  if (named !== client) throw nothingOf(named)
}

/** A client that a body names beside that of the header, and that the call is not for. */
export function nothingOf(named: string): AppError {
  return new AppError(
    'not_found',
    `There is nothing of the client ${named} here: it is not the one you are working for.`,
  )
}
