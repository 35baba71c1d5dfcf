import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { holdBalances } from '../../stock/ledger/balances.ts'
import { refusedShortages, shortText } from '../../stock/refuse-short.ts'
import { changeOrders, type OrderChange } from './change-orders.ts'

type On = { transaction: Transaction; client: string; now: Date; byName: string }

/**
 * Which cancelled orders a client that refuses shortages cannot have back, and why, by their numbers: others may have taken
 * their stock meanwhile. Each is taken back for a try, in this order, so that what a reservation keeps for it counts as its
 * own; then all of it is as before, but the balances stay held. The orders are held.
 */
export async function shortWhenUndone(
  { transaction, client, now, byName }: On,
  changes: readonly OrderChange[],
): Promise<ReadonlyMap<string, string>> {
  const short = new Map<string, string>()
  const cancelled = changes.filter(({ order, status }) => order.status === 'C' && status !== 'C')
  if (cancelled.length === 0) return short
  const lines = await transaction.rows(
    sql<{ order_number: string; sku: string }>`
      select l.order_number, l.sku_code as sku
      from unnest(${cancelled.map(({ order }) => order.order_number)}::text[]) as n (order_number) cross join lateral (
        select order_number, sku_code from order_lines
        where client_code = ${client} and order_number = n.order_number order by line_number offset 0
      ) l`.compile(db),
  )
  await holdBalances(
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
