import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { rewrittenCodes } from '../../stock/rewritten-codes.ts'
import { findRewrittenOrders } from '../orders/rewritten-orders.ts'
import type { RowFeedContext } from './run-row-feed.ts'

type OrderSkuRow = { readonly line: number; readonly orderNumber: string; readonly SKU: string }

/** Refuses rows with an unknown order or SKU that a spreadsheet has made of a known one, or cut short. */
export async function refuseRewrittenRows<Row extends OrderSkuRow>(
  connection: pg.ClientBase,
  { client, columnOf }: Pick<RowFeedContext, 'client' | 'columnOf'>,
  { rows, orders, skus }: { rows: readonly Row[]; orders: ReadonlySet<string>; skus: ReadonlySet<string> },
): Promise<{ rows: readonly Row[]; refused: FeedRefusal[] }> {
  const transaction = new Transaction(connection)
  const unknown = (known: ReadonlySet<string>, field: 'orderNumber' | 'SKU') =>
    rows.map((row) => row[field]).filter((code) => code !== '' && !known.has(code))
  const rewritten = {
    orderNumber: await findRewrittenOrders(transaction, client, unknown(orders, 'orderNumber')),
    SKU: await rewrittenCodes(transaction, client, unknown(skus, 'SKU')),
  }
  const taken: Row[] = []
  const refused: FeedRefusal[] = []
  for (const row of rows) {
    const faults = (['orderNumber', 'SKU'] as const).flatMap((field) => {
      const fault = rewritten[field].get(row[field])
      return fault ? [{ line: row.line, column: columnOf(field), ...fault }] : []
    })
    if (faults.length === 0) taken.push(row)
    refused.push(...faults)
  }
  return { rows: taken, refused }
}
