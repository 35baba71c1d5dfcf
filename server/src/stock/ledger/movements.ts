import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Goods that entered or left a client's stock. */
export type Movement = {
  /** The SKU as stored. */
  readonly SKU: string
  /**
   * Unique key within the SKU: a movement with a known key is ignored. Begin it with its owner, like 'return R-2001
   * restocked'.
   */
  readonly key: string
  readonly kind: 'despatch' | 'return' | 'goods-in' | 'adjustment'
  /** Pieces added to the stock on hand; negative if removed. Never 0. */
  readonly pieces: number
  /** When the goods moved. If a known count is later, that count already includes it. */
  readonly at: Date
  /** The allocation code; default {@link SELLABLE}. */
  readonly code?: string
  /** Whether only its day is known: `at` is then when it was reported. */
  readonly isUncertain?: boolean
  readonly reason?: string
  /** The sender's reference: of a return or delivery note. */
  readonly reference?: string
  readonly orderNumber?: string
}

/**
 * Adds movements to a client's stock, in any order, whether or not the SKU was ever counted. Locks no balance: reads
 * include the movement at once, and a job folds it into the balance later.
 *
 * @returns how many movements were new
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
