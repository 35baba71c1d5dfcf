import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { retryOnDeadlock } from '../database/retry-on-deadlock.ts'
import { db } from '../database/sql.ts'
import { clientsOf, forAllClients } from './clients.ts'

/**
 * Balances stored beside the records they are derived from: stock, and counts of open work. A trigger appends a delta in the
 * transaction of each change; the database functions named here fold and check the deltas.
 */
export type FactSet = {
  readonly name: string
  /** What administrators call the balances, within a sentence. */
  readonly title: string
  /** Database function: adds up to N deltas to the balances and returns how many it added. */
  readonly fold: string
  /** Database function: rebuilds the balances from the records while people work. */
  readonly rebuild: string
  /** Database function: returns how many balances differ from the records. */
  readonly wrong: string
}

const FOLD_EVERY_MS = 5000
const AT_A_TIME = 5000

/** Adds all waiting deltas to the balances. Returns how many there were. */
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

/** Counts a client's balances that differ from the records, in one snapshot. Any number above 0 is a fault. */
export async function countWrong(database: Database, client: string, { wrong }: FactSet): Promise<number> {
  const { rows } = await database.copying([client], (connection) =>
    connection.query<{ wrong: number }>(`select ${wrong}()::int as wrong`),
  )
  return rows[0]?.wrong ?? 0
}

/** Counts the balances of each set that differ from the records, over all clients. */
export async function checkFacts(database: Database, sets: readonly FactSet[]): Promise<Record<string, number>> {
  const found = Object.fromEntries(sets.map(({ name }) => [name, 0]))
  for (const client of await clientsOf(database))
    for (const set of sets) found[set.name] = (found[set.name] ?? 0) + (await countWrong(database, client, set))
  return found
}

/**
 * Rebuilds balances from the records, one client at a time. Changes made meanwhile are not lost. It pauses after each client for a
 * quarter of the time it took, so that other work gets the database. If it is interrupted, finished clients stay finished.
 */
export async function rebuildFacts(database: Database, set: FactSet): Promise<void> {
  for (const client of await clientsOf(database)) {
    const began = performance.now()
    await rebuildFactsOf(database, client, set)
    await sleep((performance.now() - began) / 4)
  }
}

/** Rebuilds the balances of one client from the records. */
export async function rebuildFactsOf(database: Database, client: string, { rebuild }: FactSet): Promise<void> {
  await retryOnDeadlock(() =>
    database.copying([client], (connection) => connection.query(`select ${rebuild}()`).then(() => undefined)),
  )
}

/** Folds deltas every few seconds. Readers add deltas that are not folded yet, so only speed depends on it. Returns a stop function. */
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
