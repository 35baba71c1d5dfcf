/**
 * How long the readers of files may hold the event loop in one of its turns, all of them together: less than the calls of others
 * take in a turn on a busy server, so that these get most of its time. A call waits for several turns.
 */
const BUDGET_MS = 1

let began: number | undefined
const waiting: (() => void)[] = []

/**
 * Whether the readers of files have used up this turn of the event loop: then they wait for {@link nextTurn}. Asked
 * between two rows, never within one, so what is done with one row has to be bounded by itself.
 */
export function isTurnUsedUp(): boolean {
  const now = performance.now()
  if (began !== undefined) return now - began > BUDGET_MS
  began = now
  setImmediate(endTurn)
  return false
}

/** Lets everyone else's work go first. One reader goes on in each turn, so that ten of them hold the loop no longer than one. */
export function nextTurn(): Promise<void> {
  if (waiting.length === 0 && began === undefined) setImmediate(endTurn)
  return new Promise((resolve) => waiting.push(resolve))
}

/** Does work that yields between its parts, each bounded by itself; others go first whenever the turn is used up. */
export async function inTurns<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    if (isTurnUsedUp()) await nextTurn()
    const part = work.next()
    if (part.done) return part.value
  }
}

function endTurn(): void {
  began = undefined
  const resume = waiting.shift()
  if (waiting.length > 0) {
    began = performance.now()
    setImmediate(endTurn)
  }
  resume?.()
}
