import { firstDayToAllocate } from './allocate-fed-orders.ts'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import type { ExistingOrder } from '@despatch/domain/feeds/existing-orders/existing-order'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { releaseCapacity } from '../../routing/allocation/release-capacity.ts'
import * as statements from './chunk-statements.ts'
import type { GatheredOrder } from './gather-orders.ts'

/** An order with a refused row after rows that were saved in an earlier chunk. */
export type PartlyRefusedOrder = { orderNumber: string; refusedLine: number | null }

/** An order with rows in earlier chunks of the run. */
export type ContinuedOrder = PartlyRefusedOrder & { before: number; isRefusedNow: boolean }

export type LockedOrder = ExistingOrder & { orderNumber: string }

/**
 * The changes that a chunk makes to permanent tables. Decisions about rows depend only on the transaction's temporary
 * tables, so they are the same in a preview.
 */
export type ChunkWriter = {
  /** Counts the rows of each order in this run. Returns the orders with rows in earlier chunks. */
  noteOrders(orders: readonly GatheredOrder[]): Promise<ContinuedOrder[]>
  /** Creates missing orders. Returns how many of the chunk's orders are new, and how many of these this run created. */
  createOrders(orders: readonly GatheredOrder[]): Promise<{ fresh: number; created: number }>
  /** Reads and locks stored orders that this chunk changes. */
  holdOrders(orderNumbers: readonly string[]): Promise<LockedOrder[]>
  /** Sets orders that were cancelled with their file, and are locked, to New. Returns how many. */
  restoreCancelled(orderNumbers: readonly string[]): Promise<number>
  /** Suspends partly refused orders, where their status allows it. Returns their numbers. */
  suspendPartlyRefused(partlyRefused: readonly PartlyRefusedOrder[]): Promise<string[]>
  /** Creates unknown SKUs. Returns how many. */
  createSkus(): Promise<number>
  /** Adds further lines to the totals of their orders. */
  addLinesToTotals(longer: readonly string[]): Promise<void>
  /** Creates lines. Returns how many. */
  createLines(): Promise<number>
  /** Releases the allocation of changed orders, and queues longer ones to be re-allocated. */
  releaseChanged(changed: readonly string[], longer: readonly string[]): Promise<void>
}

type ChunkSource = {
  client: string
  runId: string
  run?: number | undefined
  now: Date
  byName: string
  userId?: number | null | undefined
  promisedDay?: Day | null | undefined
}

export function createChunkWriter(
  connection: pg.PoolClient,
  { client, runId, run = 0, now, byName, userId, promisedDay }: ChunkSource,
): ChunkWriter {
  const byWhom = [client, now, byName]
  const count = async (sql: string, values: unknown[]) => (await connection.query(sql, values)).rowCount ?? 0
  return {
    async noteOrders() {
      return (
        await connection.query<ContinuedOrder>(statements.NOTE_ORDERS, [client, runId, firstDayToAllocate(dayOf(now))])
      ).rows
    },
    async createOrders() {
      const created = await count(statements.CREATE_ORDERS, [...byWhom, run, userId ?? 0, promisedDay ?? null])
      return { fresh: created, created }
    },
    // One statement for all: with two, an order of the second could sort before one of the first, which could deadlock.
    holdOrders: (orderNumbers) => readOrders(connection, statements.LOCK_ORDERS, { client, run }, orderNumbers),
    async restoreCancelled(orderNumbers) {
      if (orderNumbers.length === 0) return 0
      return count(statements.RESTORE_CANCELLED, [...byWhom, orderNumbers, run])
    },
    async suspendPartlyRefused(partlyRefused) {
      if (partlyRefused.length === 0) return []
      const { rows } = await connection.query<{ orderNumber: string }>(statements.SUSPEND_PARTLY_REFUSED, [
        ...byWhom,
        partlyRefused.map(({ orderNumber }) => orderNumber),
        partlyRefused.map(({ refusedLine }) => refusedLine),
      ])
      return rows.map(({ orderNumber }) => orderNumber)
    },
    createSkus: () => count(statements.CREATE_SKUS, [client]),
    async addLinesToTotals(longer) {
      await connection.query(statements.ADD_LINES_TO_TOTALS, [...byWhom, longer])
    },
    createLines: () => count(statements.CREATE_LINES, [client]),
    async releaseChanged(changed, longer) {
      if (changed.length > 0)
        await releaseCapacity(new Transaction(connection), { client, orderNumbers: changed, at: now })
      if (longer.length > 0) await connection.query(statements.QUEUE_ALLOCATION, [client, runId, longer, now])
    },
  }
}

/** Reads or locks orders by number, in one statement. */
export async function readOrders(
  connection: pg.PoolClient,
  statement: string,
  { client, run = 0 }: Pick<ChunkSource, 'client' | 'run'>,
  orderNumbers: readonly string[],
): Promise<LockedOrder[]> {
  if (orderNumbers.length === 0) return []
  return (await connection.query<LockedOrder>(statement, [client, orderNumbers, run])).rows
}
