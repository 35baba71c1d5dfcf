import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Something that came into a client's stock, or left it. */
export type Movement = {
  /** As the client keeps it. */
  readonly SKU: string
  /**
   * What makes it the same movement, within its SKU, when it is told again: it is then left as it is. Begin it with whose it
   * is, as 'return R-2001 restocked' does.
   */
  readonly key: string
  readonly kind: 'despatch' | 'return' | 'goods-in' | 'adjustment'
  /** What it adds to what is on hand, in pieces; below 0 where it takes from it. Never 0. */
  readonly pieces: number
  /** When the goods moved. It may lie before counts that are known: then these hold it already. */
  readonly at: Date
  /** The allocation code; without it, what is sellable. */
  readonly code?: string
  /** Whether only its day was told: `at` is then when it came in. */
  readonly isUncertain?: boolean
  readonly reason?: string
  /** What its sender calls it: a return's reference, a delivery note. */
  readonly reference?: string
  readonly orderNumber?: string
}

/**
 * Adds movements to the stock of a client, in whatever order they come, and whether or not the SKU has ever been counted.
 * Holds no balance: what is on hand is right in the very next look, and folded by a job. Answers how many were new.
 */
export async function addMovements(
  transaction: Transaction,
  { client, now, byName = '' }: { client: string; now: Date; byName?: string },
  movements: readonly Movement[],
): Promise<number> {
  if (movements.length === 0) return 0
  const rows = movements.map(({ SKU, key, kind, pieces, at, code = SELLABLE, ...rest }) => ({
    sku_code: SKU,
    movement_key: key,
    code,
    kind,
    pieces,
    at,
    is_uncertain: rest.isUncertain ?? false,
    reason: rest.reason ?? '',
    reference: rest.reference ?? '',
    order_number: rest.orderNumber ?? '',
  }))
  const row = await transaction.writeRow(
    sql<{
      added: number
    }>`select add_stock_movements(${client}, ${JSON.stringify(rows)}::jsonb, ${now}, ${byName}) as added`.compile(db),
  )
  return row?.added ?? 0
}
