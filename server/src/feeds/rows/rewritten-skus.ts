import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { rewrittenCodes } from '../../stock/rewritten-codes.ts'
import type { RowFeedContext } from './run-row-feed.ts'

/** Rows without those of SKUs that the client has not and that a spreadsheet has made of one that it has, or cut short. */
export async function withoutRewritten<Row extends { readonly line: number; readonly SKU: string }>(
  connection: pg.ClientBase,
  { client, columnOf }: Pick<RowFeedContext, 'client' | 'columnOf'>,
  { rows, skus }: { rows: readonly Row[]; skus: ReadonlySet<string> },
): Promise<{ rows: readonly Row[]; refused: FeedRefusal[] }> {
  const unknown = rows.flatMap(({ SKU }) => (SKU === '' || skus.has(SKU) ? [] : SKU))
  const rewritten = await rewrittenCodes(new Transaction(connection), client, unknown)
  if (rewritten.size === 0) return { rows, refused: [] }
  return {
    rows: rows.filter(({ SKU }) => !rewritten.has(SKU)),
    refused: rows.flatMap(({ line, SKU }) => {
      const why = rewritten.get(SKU)
      return why ? [{ line, column: columnOf('SKU'), ...why }] : []
    }),
  }
}
