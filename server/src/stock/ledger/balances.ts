import type { AllocationCode } from '@despatch/domain/stock/allocation-codes'
import { codesOfClient } from '@despatch/domain/stock/allocation-codes'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** What there is of a SKU and code, in pieces: on hand less reserved and promised is available, which may be below 0. */
export type Balance = {
  readonly SKU: string
  readonly code: string
  readonly onHand: number
  readonly reserved: number
  readonly promised: number
  readonly available: number
  /** When it was counted last; null where it never was: what is on hand is then what moved alone. */
  readonly countedAt: Date | null
}

/**
 * Whether nothing says how much there is: nobody counted it, and nothing came in. What left since then says nothing of that,
 * so it is not short.
 */
export const isNeverCounted = (balance: Pick<Balance, 'countedAt' | 'onHand'> | undefined): boolean =>
  balance === undefined || (balance.countedAt === null && balance.onHand <= 0)

/** The allocation codes of a client: the operator's defaults with its own, by code. */
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
 * What there is of some SKUs of a client, written as it keeps them, at this moment: balances with what is not folded into
 * them yet; of a kit as many as its boxes make. One that nobody has counted, moved or ordered is left out.
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
 * Holds the balances of some SKUs and codes, and of the boxes of kits, until the end of the transaction, in the order of their
 * SKUs. Take them after order lines and before capacity. What is read of them afterwards, in a statement of its own, holds for anyone who else holds
 * them before deciding: reservations, counts, and orders of clients that refuse what is short.
 */
export async function holdBalances(
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
