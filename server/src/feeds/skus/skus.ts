import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { SkuFieldChange } from '@despatch/contract/feeds/feeds'
import { type SkuRow, skuRowCheck } from '@despatch/domain/feeds/rows/check-sku-row'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { changeSkus } from '../../routing/sku-data/change-skus.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'

/**
 * The feed of SKU data. Empty cells change nothing, and unknown SKUs are added. A preview writes nothing and reports
 * the changes.
 */
export const skus: RowFeed<SkuRow> = {
  feed: 'skus',
  check: skuRowCheck,
  hasAmounts: true,
  chunk: 4_000,
  write: writeSkuRows,
}

const NOT_LOOKED_AT = 'Not looked at'

async function writeSkuRows(
  connection: pg.PoolClient,
  rows: readonly SkuRow[],
  { client, isPreview, columnOf }: RowFeedContext,
): Promise<RowsWritten> {
  const outcomes = await changeSkus(new Transaction(connection), client, rows, { isPreview, addsSkus: true })
  const counts = { created: 0, changed: 0, unchanged: 0 }
  const refused: FeedRefusal[] = []
  const changes: SkuFieldChange[] = []
  for (const [index, outcome] of outcomes.entries()) {
    const { line = 0 } = rows[index] ?? {}
    if (outcome.is === 'refused') {
      const { field, reason, value } = outcome
      refused.push({ line, column: columnOf(field), reason, value })
      continue
    }
    counts[outcome.is]++
    for (const change of outcome.changes) changes.push({ line, SKU: outcome.SKU, ...change })
    if (outcome.is === 'changed' && outcome.changes.length === 0)
      changes.push({ line, SKU: outcome.SKU, field: 'SKU', from: NOT_LOOKED_AT, to: 'Known' })
  }
  return { ...counts, refused, changes, noted: new Map() }
}
