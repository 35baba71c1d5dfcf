import type { AllocationCode } from '@despatch/domain/stock/allocation-codes'
import { codesOfClient } from '@despatch/domain/stock/allocation-codes'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Stock of a SKU and allocation code, in pieces. Available is on hand minus reserved minus promised, and can be negative. */
export type Balance = {
  readonly SKU: string
  readonly code: string
  readonly onHand: number
  readonly reserved: number
  readonly promised: number
  readonly available: number
  /** When it was last counted; null if never: then on hand is the sum of movements. */
  readonly countedAt: Date | null
}

/**
 * Whether the stock level is unknown: never counted, and nothing came in. Departures alone reveal no level, so such a
 * SKU is not short.
 */
export const isNeverCounted = (balance: Pick<Balance, 'countedAt' | 'onHand'> | undefined): boolean =>
  balance === undefined || (balance.countedAt === null && balance.onHand <= 0)

/** The client's allocation codes: its own and the operator's defaults, by code. */
export async function allocationCodesOf(
  transaction: Transaction,
  client: string,
): Promise<readonly (AllocationCode & { readonly isOwn: boolean })[]> {
  const columns = ['code', 'title', 'may_be_promised as mayBePromised'] as const
  const [operators, own] = await Promise.all([
    transaction.rows(db.selectFrom('default_allocation_codes').select(columns)),
    transaction.rows(db.selectFrom('allocation_codes').select(columns).where('client_code', '=', client)),
  ])
  const isOwn = new Set(own.map(({ code }) => code))
  return codesOfClient(operators, own).map((code) => ({ ...code, isOwn: isOwn.has(code.code) }))
}

/**
 * Current stock of some SKUs of a client (as stored): balances plus deltas not folded into them yet; for a kit, as many
 * as its boxes make. SKUs without counts, movements and orders are left out.
 */
export async function balancesOf(
  transaction: Transaction,
  client: string,
  skus: readonly string[],
): Promise<Balance[]> {
  if (skus.length === 0) return []
  return transaction.rows(
    sql<Balance>`
      select sku_code as "SKU", code, on_hand as "onHand", reserved, promised, on_hand - reserved - promised as available,
        counted_at as "countedAt"
      from stock_of(${client}, ${[...skus]}::text[]) order by 1, 2`.compile(db),
  )
}

/**
 * Locks the balances of some SKUs and codes, and of the boxes of kits, until the transaction ends, in the order of
 * their SKUs. Lock them after order lines and before capacity.
 * A later statement in the same transaction reads figures that no other holder of these locks can change: reservations,
 * counts, and orders of clients that refuse shortages.
 */
export async function lockBalances(
  transaction: Transaction,
  client: string,
  keys: readonly { readonly SKU: string; readonly code: string }[],
): Promise<void> {
  if (keys.length === 0) return
  await transaction.write(
    sql`select hold_stock(${client}, ${keys.map(({ SKU }) => SKU)}::text[], ${keys.map(({ code }) => code)}::text[])`.compile(
      db,
    ),
  )
}
