import { type DestinationStream, type Logger, pino } from 'pino'
import { collapseRepeatedLines } from './repeated-lines.ts'

/** Logs only facts that help to find an error: a database's details hold values of the row, which are personal. */
function serializeError(error: Error & { code?: string; constraint?: string; cause?: unknown }): object {
  const { name, message, code, constraint, stack } = error
  return { name, message, code, constraint, stack }
}

/**
 * Opens the structured log: JSON lines without headers, bodies or addresses. Repeated lines are counted. Writes to standard
 * output by default.
 */
export function openLog(destination?: DestinationStream) {
  const log: Logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { logMethod: collapseRepeatedLines(() => log) },
      serializers: { err: serializeError, error: serializeError, req: () => undefined, res: () => undefined },
    },
    destination ?? pino.destination(1),
  )
  return log
}
