import { Refusal } from '../app/refusal.ts'

/** Imports that are read at once, whoever sends them: each may take some hundred megabytes. */
const AT_ONCE = 2
const MOST_WAITING = 10

let underWay = 0
const waiting: (() => void)[] = []

/** Does some work when it is its turn. Throws a Refusal (unavailable) where too many wait already. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= MOST_WAITING)
    throw new Refusal('unavailable', 'Many files are being read just now. Try again in a minute.')
  if (underWay < AT_ONCE) underWay += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The turn is handed on, or given back.
    if (next) next()
    else underWay -= 1
  }
}
