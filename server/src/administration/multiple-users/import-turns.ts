import { AppError } from '../../process/app-error.ts'

/** Files that are held at once, arriving or waiting to be read: each is some megabytes. */
const MAX_HELD = 12
/** Of one user: nobody keeps the others from importing. */
const MAX_OF_A_USER = 2

const held = new Map<number, number>()

/** Does some work that holds a file of a user's. Throws an AppError (unavailable) where too many are held already. */
export async function holding<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
  const own = held.get(userId) ?? 0
  const all = [...held.values()].reduce((sum, count) => sum + count, 0)
  if (own >= MAX_OF_A_USER)
    throw new AppError('unavailable', 'Two of your files are being read already. Try again when they are done.')
  if (all >= MAX_HELD) throw new AppError('unavailable', 'Many files are being read just now. Try again in a minute.')
  held.set(userId, own + 1)
  try {
    return await work()
  } finally {
    const left = (held.get(userId) ?? 1) - 1
    if (left > 0) held.set(userId, left)
    else held.delete(userId)
  }
}

/** Imports that are read at once, no matter who sends them: each may take some hundred megabytes. */
const AT_ONCE = 2

let underWay = 0
const waiting: (() => void)[] = []

/** Does some work when it is its turn. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
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

/** So many rows are gone through before others get a turn. */
const PART = 100

/** A list in parts, each small enough to be gone through at once. */
export function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += PART) yield items.slice(from, from + PART)
}

/** Lets whatever else the server has to do be done. */
export const othersTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
