import type { LogFn, Logger } from 'pino'

/** How long the same is only counted before the count is told. */
const COUNTED_MS = 60_000
const MAX_COUNTED = 500
const WARN = 40
/** Answers that come by the thousand when something is amiss: each is told of elsewhere. */
const COUNTED_ANSWERS = [429, 503]

type Line = { status?: number; route?: string; err?: Error & { code?: string } }

/**
 * Has a failure that repeats itself, such as a database that is away, written with its stack once; then once a minute how
 * often it has come again, until a minute has passed without it.
 */
export function countRepeated(rootLog: () => Logger) {
  const counts = new Map<string, number>()
  const tell = (key: string, method: LogFn, facts: object, message: string) => {
    const times = counts.get(key)
    if (!times) return void counts.delete(key)
    counts.set(key, 0)
    method.call(rootLog(), { ...facts, times, seconds: COUNTED_MS / 1000 }, `${message}, again`)
    again(key, method, facts, message)
  }
  const again = (...given: Parameters<typeof tell>) => {
    setTimeout(tell, COUNTED_MS, ...given).unref()
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
    again(key, method, { ...(status && { status }), ...(route && { route }), ...reason }, message)
  }
}

/** What tells a line from others, where it is one that may repeat itself. */
function keyOf({ status, route, err }: Line, message: string, level: number): string | undefined {
  // Whatever call it struck: it is the same database.
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
