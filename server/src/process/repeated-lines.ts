import type { LogFn, Logger } from 'pino'

/** How long repeats are counted before the count is logged. */
const COUNTED_MS = 60_000
const MAX_COUNTED = 500
const WARN = 40
/** Answers that come in thousands during a fault; another line logs the fault itself. */
const COUNTED_ANSWERS = [429, 503]

type Line = { status?: number; route?: string; err?: Error & { code?: string } }

/**
 * Logs a repeating failure, such as an unavailable database, once with its stack. Then logs once a minute how often it was
 * repeated, until a minute passes without it.
 */
export function collapseRepeatedLines(rootLog: () => Logger) {
  const counts = new Map<string, number>()
  const logCount = (key: string, method: LogFn, facts: object, message: string) => {
    const times = counts.get(key)
    if (!times) return void counts.delete(key)
    counts.set(key, 0)
    method.call(rootLog(), { ...facts, times, seconds: COUNTED_MS / 1000 }, `${message}, again`)
    scheduleCount(key, method, facts, message)
  }
  const scheduleCount = (...line: Parameters<typeof logCount>) => {
    setTimeout(logCount, COUNTED_MS, ...line).unref()
  }
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [line, message = ''] = args as unknown as [Line, string?]
    const key = typeof line === 'object' && line !== null ? keyOf(line, message, level) : undefined
    if (key === undefined) return method.apply(this, args)
    const times = counts.get(key)
    if (times !== undefined) return void counts.set(key, times + 1)
    method.apply(this, args)
    if (counts.size >= MAX_COUNTED) return
    counts.set(key, 0)
    const { status, route, err } = line
    const reason = err && { code: err.code, reason: err.message }
    scheduleCount(key, method, { ...(status && { status }), ...(route && { route }), ...reason }, message)
  }
}

/** The key under which equal lines are counted; undefined for a line that is never counted. */
function keyOf({ status, route, err }: Line, message: string, level: number): string | undefined {
  // Whatever call failed, the database is the same.
  if (status === 503 && err) return `${message}|${err.code ?? err.message}`
  if (err && level >= WARN) {
    const where = err.stack
      ?.split('\n')
      .filter((text) => text.startsWith('    at '))
      .slice(0, 3)
      .join()
    return [message, err.code, err.message.replaceAll(/\d+/g, '0'), where].join('|')
  }
  if (status !== undefined && COUNTED_ANSWERS.includes(status)) return `${message}|${status}|${route}`
  return undefined
}
