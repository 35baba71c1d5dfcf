/**
 * File readers share this budget per event-loop turn. It is less than other calls take in a turn on a busy server, so those get
 * most of the time. A call waits for several turns.
 */
const BUDGET_MS = 1

let began: number | undefined
const waiting: (() => void)[] = []

/**
 * Whether file readers have used up this turn's budget; then they wait for {@link nextTurn}. Ask between two rows: the work for
 * one row must be short in itself.
 */
export function isTurnUsedUp(): boolean {
  const now = performance.now()
  if (began !== undefined) return now - began > BUDGET_MS
  began = now
  setImmediate(endTurn)
  return false
}

/**
 * Waits for a later turn, so that other work goes first. One reader resumes per turn: ten of them hold the loop no longer than
 * one.
 */
export function nextTurn(): Promise<void> {
  if (waiting.length === 0 && began === undefined) setImmediate(endTurn)
  return new Promise((resolve) => waiting.push(resolve))
}

/** Runs work that yields between short parts, and waits whenever the turn's budget is used up. */
export async function runInTurns<Result>(work: Generator<unknown, Result>): Promise<Result> {
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
