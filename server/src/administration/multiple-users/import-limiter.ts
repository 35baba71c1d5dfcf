import { AppError } from '../../process/app-error.ts'

/** Files in memory at once, arriving or waiting to be read; each takes some megabytes. */
const MAX_HELD = 12
/** Limit per user, so that nobody keeps the others from importing. */
const MAX_OF_A_USER = 2

const held = new Map<number, number>()

/**
 * Runs `work`, which keeps a file of the user in memory. Throws an AppError (unavailable) if too many files are held
 * already.
 */
export async function withHeldFile<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
  const own = held.get(userId) ?? 0
  const all = [...held.values()].reduce((sum, count) => sum + count, 0)
  if (own >= MAX_OF_A_USER)
    throw new AppError('unavailable', 'Two of your files are being read already. Try again when they are done.')
  if (all >= MAX_HELD) throw new AppError('unavailable', 'Many files are being read. Try again in a minute.')
  held.set(userId, own + 1)
  try {
    return await work()
  } finally {
    const left = (held.get(userId) ?? 1) - 1
    if (left > 0) held.set(userId, left)
    else held.delete(userId)
  }
}

/** Imports read at once, of all users: each may take some hundred megabytes. */
const AT_ONCE = 2

let underWay = 0
const waiting: (() => void)[] = []

/** Runs `work` when one of the places is free, in order of arrival. */
export async function runInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (underWay < AT_ONCE) underWay += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // Hand the place on to the next import, or free it.
    if (next) next()
    else underWay -= 1
  }
}

/** Rows processed before other requests get a turn. */
const ROWS_PER_TURN = 100

export function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += ROWS_PER_TURN) yield items.slice(from, from + ROWS_PER_TURN)
}

/** Lets other requests run. */
export const yieldToOthers = () => new Promise<void>((resolve) => setImmediate(resolve))
