import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { lockBalances } from '../../stock/ledger/balances.ts'
import { refusedShortages, shortText } from '../../stock/refuse-short.ts'
import { changeOrders, type OrderChange } from './change-orders.ts'

type UndoContext = { transaction: Transaction; client: string; now: Date; byName: string }

/**
 * Why a client that refuses shortages cannot have cancelled orders back: others may have taken the stock. Each order is
 * restored for a trial, one after the other, so that its reservations count; the trial is rolled back, but the balances
 * stay locked. The orders are locked.
 */
export async function shortagesOfUndo(
  { transaction, client, now, byName }: UndoContext,
  changes: readonly OrderChange[],
): Promise<ReadonlyMap<string, string>> {
  const short = new Map<string, string>()
  const cancelled = changes.filter(({ order, status }) => order.status === 'C' && status !== 'C')
  if (cancelled.length === 0) return short
  const lines = await transaction.rows(
    sql<{ order_number: string; sku: string }>`
      select order_number, sku_code as sku from order_lines
      where client_code = ${client}
        and order_number = any (${cancelled.map(({ order }) => order.order_number)}::text[])`.compile(db),
  )
  await lockBalances(
    transaction,
    client,
    lines.map(({ sku }) => ({ SKU: sku, code: SELLABLE })),
  )
  const skusOf = Map.groupBy(lines, ({ order_number }) => order_number)
  const say = (statement: string) => transaction.write(sql.raw(statement).compile(db))
  await say('savepoint before_undoing')
  for (const change of cancelled) {
    await say('savepoint before_order')
    await changeOrders(transaction, { client, at: now, byName }, 'Undone', [change])
    const skus = (skusOf.get(change.order.order_number) ?? []).map(({ sku }) => sku)
    const missing = await refusedShortages(transaction, client, skus)
    if (missing.length === 0) continue
    short.set(change.order.order_number, shortText(missing))
    await say('rollback to savepoint before_order')
  }
  await say('rollback to savepoint before_undoing')
  return short
}
