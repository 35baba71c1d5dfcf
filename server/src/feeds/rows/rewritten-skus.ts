import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { rewrittenCodes } from '../../stock/rewritten-codes.ts'
import { rewrittenOrders } from '../orders/rewritten-orders.ts'
import type { RowFeedContext } from './run-row-feed.ts'

type Named = { readonly line: number; readonly orderNumber: string; readonly SKU: string }

/** Rows without those of orders and SKUs that the client has not and that a spreadsheet has made of one that it has, or cut short. */
export async function withoutRewritten<Row extends Named>(
  connection: pg.ClientBase,
  { client, columnOf }: Pick<RowFeedContext, 'client' | 'columnOf'>,
  { rows, orders, skus }: { rows: readonly Row[]; orders: ReadonlySet<string>; skus: ReadonlySet<string> },
): Promise<{ rows: readonly Row[]; refused: FeedRefusal[] }> {
  const transaction = new Transaction(connection)
  const unknown = (known: ReadonlySet<string>, field: 'orderNumber' | 'SKU') =>
    rows.map((row) => row[field]).filter((code) => code !== '' && !known.has(code))
  const rewritten = {
    orderNumber: await rewrittenOrders(transaction, client, unknown(orders, 'orderNumber')),
    SKU: await rewrittenCodes(transaction, client, unknown(skus, 'SKU')),
  }
  const taken: Row[] = []
  const refused: FeedRefusal[] = []
  for (const row of rows) {
    const whys = (['orderNumber', 'SKU'] as const).flatMap((field) => {
      const why = rewritten[field].get(row[field])
      return why ? [{ line: row.line, column: columnOf(field), ...why }] : []
    })
    if (whys.length === 0) taken.push(row)
    refused.push(...whys)
  }
  return { rows: taken, refused }
}
