import {
  type CountRow,
  type MovementRow,
  type StockRow,
  stockRowCheck,
} from '@despatch/domain/feeds/rows/check-stock-row'
import { isTotalsText } from '@despatch/domain/feeds/rows/row-check'
import { codeReader, SELLABLE } from '@despatch/domain/stock/allocation-codes'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { allocationCodesOf } from '../../stock/ledger/balances.ts'
import { recordCounts } from '../../stock/ledger/counts.ts'
import { rewrittenCodes } from '../../stock/rewritten-codes.ts'
import { normaliseRowNames } from '../orders/normalise-names.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'
import { takeMovements } from './take-movements.ts'

/**
 * The feed of stock: counts, goods in and adjustments. The newest count of a SKU and allocation code applies from its
 * own instant; later movements change it. Unknown SKUs are added as unknown, unless a spreadsheet has damaged the code
 * of a known one.
 */
export const stock: RowFeed<StockRow> = { feed: 'stock', check: stockRowCheck, write: writeStock }

async function writeStock(
  connection: pg.PoolClient,
  input: readonly StockRow[],
  { client, now, byName, columnOf }: RowFeedContext,
): Promise<RowsWritten> {
  const transaction = new Transaction(connection)
  const { rows: named, skus } = await normaliseRowNames(connection, client, input)
  const unknown = named.flatMap(({ SKU }) => (skus.has(SKU) ? [] : SKU))
  const rewritten = await rewrittenCodes(transaction, client, unknown)
  for (const SKU of unknown) if (isTotalsText(SKU)) rewritten.set(SKU, { reason: NO_SKU, value: SKU })
  const rows = rewritten.size === 0 ? named : named.filter(({ SKU }) => !rewritten.has(SKU))
  const codeOf = codeReader(await allocationCodesOf(transaction, client))
  const noted = new Map<string, number>()
  const note = (words: string, times: number) => times > 0 && noted.set(words, times)
  note(
    'Unknown SKUs added',
    await addUnknown(
      connection,
      client,
      rows.filter(({ SKU }) => !skus.has(SKU)),
    ),
  )
  note(NO_CODE, rows.filter(({ type }) => codeOf(type) === undefined).length)
  const counts = rows.filter((row): row is CountRow => row.kind === 'count')
  note(COUNTED_TWICE, countedTwice(counts, codeOf))
  const { older, ...written } = await recordCounts(
    transaction,
    { client, now },
    counts.map((row) => ({ ...row, code: codeOf(row.type) ?? SELLABLE })),
  )
  note('Older than the latest count', older)
  const movements = rows.filter((row): row is MovementRow => row.kind !== 'count')
  const { added, refused } = await takeMovements(
    connection,
    { client, now, byName, columnOf },
    movements.map((row) => ({ ...row, code: codeOf(row.type) ?? SELLABLE })),
  )
  return {
    ...written,
    created: written.created + added,
    unchanged: written.unchanged + movements.length - refused.length - added,
    refused: [
      ...refused,
      ...named.flatMap(({ line, SKU }) => {
        const why = rewritten.get(SKU)
        return why ? [{ line, column: columnOf('SKU'), ...why }] : []
      }),
    ],
    noted,
  }
}

const NO_SKU = 'This is a row of totals. Remove it'
const COUNTED_TWICE =
  'Repeated counts of a SKU at the same time. The last one applies, so add up a SKU stored in several places'

/** How many counts repeat a SKU and allocation code at the same moment. */
function countedTwice(counts: readonly CountRow[], codeOf: ReturnType<typeof codeReader>): number {
  const keys = counts.map(({ SKU, type, asOf }) => `${SKU}\n${codeOf(type) ?? SELLABLE}\n${asOf.getTime()}`)
  return counts.length - new Set(keys).size
}

const NO_CODE = 'Types that are no allocation code, counted as sellable'

/** Adds unknown SKUs. Returns how many. */
async function addUnknown(connection: pg.ClientBase, client: string, rows: readonly StockRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const { rowCount } = await connection.query(
    `insert into skus (client_code, sku_code, description, is_unknown)
     select $1, s.sku_code, s.description, true
     from (select distinct on (sku_code) sku_code, description from unnest($2::text[], $3::text[]) with ordinality as s (sku_code, description, place)
       order by sku_code, place) s
     order by s.sku_code collate "C"
     on conflict (client_code, sku_code) do nothing`,
    [client, rows.map(({ SKU }) => SKU), rows.map(({ description }) => description)],
  )
  return rowCount ?? 0
}
