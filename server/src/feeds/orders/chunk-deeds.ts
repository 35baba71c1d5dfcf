import { firstToGo } from './allocate-fed-orders.ts'
import { dayOf } from '@despatch/domain/calendar/day'
import type { ExistingOrder } from '@despatch/domain/feeds/kept-orders/existing-order'
import type pg from 'pg'
import { changeRowsInPlace } from '../../database/by-key.ts'
import { Transaction } from '../../database/transaction.ts'
import { releaseCapacity } from '../../routing/allocation/release-capacity.ts'
import * as statements from './chunk-statements.ts'
import type { GatheredOrder } from './gather-orders.ts'

/** An order of which rows were taken before one of this chunk was refused. */
export type Half = { orderNumber: string; refusedLine: number | null }

/** An order of which the run has seen rows in chunks before. */
export type SeenOrder = Half & { before: number; isRefusedNow: boolean }

export type HeldOrder = ExistingOrder & { orderNumber: string }

/**
 * What a chunk does to the tables that stay, one deed after the other. What decides about a row goes by the tables of the
 * transaction, and is the same whether the deeds are done or, by a check, only told.
 */
export type ChunkDeeds = {
  /** Counts what the run has seen of each order; gives those that it had seen before. */
  noteOrders(orders: readonly GatheredOrder[]): Promise<SeenOrder[]>
  /** Creates the orders that are not there; gives how many of the chunk are new, and how many of these the run has created. */
  createOrders(orders: readonly GatheredOrder[]): Promise<{ fresh: number; created: number }>
  /** Orders that are there already and are changed by this chunk. */
  holdOrders(orderNumbers: readonly string[]): Promise<HeldOrder[]>
  /** Makes orders New again that were cancelled with their file, of those that are held; gives how many. */
  revive(orderNumbers: readonly string[]): Promise<number>
  /** Suspends those of the halves that may be; gives their numbers. */
  suspendHalves(halves: readonly Half[]): Promise<string[]>
  /** Creates the SKUs that nobody knows; gives how many. */
  createSkus(): Promise<number>
  /** Counts the further lines of orders among theirs. */
  lengthenOrders(longer: readonly string[]): Promise<void>
  /** Creates the lines; gives how many. */
  createLines(): Promise<number>
  /** Of orders that are other than they were allocated nothing stands any more; those that are longer are allocated again. */
  letGo(changed: readonly string[], longer: readonly string[]): Promise<void>
}

type Whose = {
  client: string
  runId: string
  run?: number | undefined
  now: Date
  byName: string
  userId?: number | null | undefined
}

/** The deeds of a feed. */
export function writingDeeds(
  connection: pg.PoolClient,
  { client, runId, run = 0, now, byName, userId }: Whose,
): ChunkDeeds {
  const byWhom = [client, now, byName]
  const count = async (sql: string, values: unknown[]) => (await connection.query(sql, values)).rowCount ?? 0
  return {
    async noteOrders() {
      return (await connection.query<SeenOrder>(statements.NOTE_ORDERS, [client, runId, firstToGo(dayOf(now))])).rows
    },
    async createOrders() {
      const created = await count(statements.CREATE_ORDERS, [...byWhom, run, userId ?? 0])
      return { fresh: created, created }
    },
    // All by one statement: in two, an order of the second could come before one of the first.
    holdOrders: (orderNumbers) => ordersBy(connection, statements.LOCK_ORDERS, { client, run }, orderNumbers),
    async revive(orderNumbers) {
      if (orderNumbers.length === 0) return 0
      return (await changeRowsInPlace(connection, statements.REVIVE, [...byWhom, orderNumbers, run])).rowCount ?? 0
    },
    async suspendHalves(halves) {
      if (halves.length === 0) return []
      const { rows } = await changeRowsInPlace<{ orderNumber: string }>(connection, statements.SUSPEND_HALVES, [
        ...byWhom,
        halves.map(({ orderNumber }) => orderNumber),
        halves.map(({ refusedLine }) => refusedLine),
      ])
      return rows.map(({ orderNumber }) => orderNumber)
    },
    createSkus: () => count(statements.CREATE_SKUS, [client]),
    async lengthenOrders(longer) {
      await changeRowsInPlace(connection, statements.LENGTHEN_ORDERS, [...byWhom, longer])
    },
    createLines: () => count(statements.CREATE_LINES, [client]),
    async letGo(changed, longer) {
      if (changed.length > 0)
        await releaseCapacity(new Transaction(connection), { client, orderNumbers: changed, at: now })
      if (longer.length > 0) await connection.query(statements.NOTE_TO_GO, [client, runId, longer, now])
    },
  }
}

/** Orders by their numbers, read or held by one statement. */
export async function ordersBy(
  connection: pg.PoolClient,
  statement: string,
  { client, run = 0 }: Pick<Whose, 'client' | 'run'>,
  orderNumbers: readonly string[],
): Promise<HeldOrder[]> {
  if (orderNumbers.length === 0) return []
  return (await connection.query<HeldOrder>(statement, [client, orderNumbers, run])).rows
}
