import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { retryOnDeadlock } from '../database/retry-on-deadlock.ts'
import { db } from '../database/sql.ts'
import { clientsOf, forAllClients } from './clients.ts'

/**
 * Balances that are kept beside the records they are of: stock, and what waits. A change of a record appends a delta in its own
 * transaction; these functions of the database do the rest.
 */
export type FactSet = {
  readonly name: string
  /** Folds so many of the deltas into the facts, and answers how many there were. */
  readonly fold: string
  /** Rebuilds the facts from the records while people work. */
  readonly rebuild: string
  /** Answers how many figures are other than the records say. */
  readonly wrong: string
}

const FOLD_EVERY_MS = 5000
const AT_A_TIME = 5000

/** Folds what has been appended to some facts, until nothing is left. Answers how many deltas that were. */
export async function foldFacts(database: Database, sets: readonly FactSet[]): Promise<number> {
  let total = 0
  for (const { fold } of sets)
    for (let folded = AT_A_TIME; folded === AT_A_TIME; total += folded)
      folded = await forAllClients(database, async (transaction) => {
        const row = await transaction.writeRow(
          sql<{ folded: number }>`select ${sql.ref(fold)}(${AT_A_TIME}) as folded`.compile(db),
        )
        return row?.folded ?? 0
      })
  return total
}

/** How many figures of each set are other than the records say; none are, or something is wrong. A client after the other. */
export async function checkFacts(database: Database, sets: readonly FactSet[]): Promise<Record<string, number>> {
  const found = Object.fromEntries(sets.map(({ name }) => [name, 0]))
  for (const client of await clientsOf(database))
    for (const { name, wrong } of sets) {
      const counted = await database.copying([client], (connection) =>
        connection.query<{ wrong: number }>(`select ${wrong}()::int as wrong`),
      )
      found[name] = (found[name] ?? 0) + (counted.rows[0]?.wrong ?? 0)
    }
  return found
}

/**
 * Rebuilds facts from their records, a client after the other, over a connection that may take minutes for each; what changes
 * meanwhile is kept. It rests after each for a quarter of the time that it took. Cut short, the clients that
 * were done stay done.
 */
export async function rebuildFacts(database: Database, set: FactSet): Promise<void> {
  for (const client of await clientsOf(database)) {
    const began = performance.now()
    await rebuildFactsOf(database, client, set)
    await sleep((performance.now() - began) / 4)
  }
}

/** Rebuilds facts of one client from their records. */
export async function rebuildFactsOf(database: Database, client: string, { rebuild }: FactSet): Promise<void> {
  await retryOnDeadlock(() =>
    database.copying([client], (connection) => connection.query(`select ${rebuild}()`).then(() => undefined)),
  )
}

/** Folds every few seconds until it is told to stop. Reading adds what is not folded yet, so nothing hangs on it but speed. */
export function startFolding(
  database: Database,
  { sets, log }: { sets: readonly FactSet[]; log: Pick<FastifyBaseLogger, 'warn'> },
): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    foldFacts(database, sets)
      .catch((error: unknown) => log.warn({ err: error }, 'figures were not folded'))
      .finally(() => (isBusy = false))
  }, FOLD_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
