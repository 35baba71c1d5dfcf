import { type DestinationStream, type Logger, pino } from 'pino'
import { countRepeated } from './repeated-lines.ts'

/** Of an error only what says where to look: a database's own details hold the values of the row, which are personal. */
function errorFacts(error: Error & { code?: string; constraint?: string; cause?: unknown }): object {
  const { name, message, code, constraint, stack } = error
  return { name, message, code, constraint, stack }
}

/** The structured log: JSON lines, without headers, bodies or addresses; what repeats itself is counted. Goes to standard output unless told. */
export function openLog(destination?: DestinationStream) {
  const log: Logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { logMethod: countRepeated(() => log) },
      serializers: { err: errorFacts, error: errorFacts, req: () => undefined, res: () => undefined },
    },
    destination ?? pino.destination(1),
  )
  return log
}
