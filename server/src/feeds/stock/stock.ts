import { type StockRow, stockRowCheck } from '@despatch/domain/feeds/rows/check-stock-row'
import { countEffect, type StockLevel } from '@despatch/domain/stock/counted-stock'
import type pg from 'pg'
import { rowsInKeptNames } from '../orders/in-kept-names.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'

/**
 * The feed of stock counts. The newest count of a SKU holds, by its own instant: an older one changes nothing. A SKU that
 * the client has not is added as unknown, as the feed of orders does.
 */
export const stock: RowFeed<StockRow> = { feed: 'stock', check: stockRowCheck, write: writeCounts }

async function writeCounts(
  connection: pg.PoolClient,
  told: readonly StockRow[],
  { client, now }: RowFeedContext,
): Promise<RowsWritten> {
  // Two feeds of a client write the same few rows: one after the other, each chunk in a moment.
  await connection.query("select pg_advisory_xact_lock(hashtextextended('stock of ' || $1::text, 0))", [client])
  const rows = await rowsInKeptNames(connection, client, told)
  const levels = await levelsOf(connection, client, rows)
  const toWrite = new Map<string, StockRow>()
  const isNew: StockRow[] = []
  const counts = { created: 0, changed: 0, unchanged: 0 }
  const noted = new Map<string, number>()
  for (const row of rows) {
    const effect = countEffect(levels.get(row.SKU), row)
    if (effect === 'created' || effect === 'changed') counts[effect]++
    else counts.unchanged++
    if (effect === 'created') isNew.push(row)
    if (effect === 'older') noted.set(OLDER, (noted.get(OLDER) ?? 0) + 1)
    if (effect === 'older' || effect === 'unchanged') continue
    levels.set(row.SKU, row)
    toWrite.set(row.SKU, row)
  }
  const added = isNew.length === 0 ? 0 : await addUnknown(connection, client, isNew)
  if (added > 0) noted.set('Unknown SKUs added', added)
  if (toWrite.size > 0) await writeLevels(connection, { client, now }, [...toWrite.values()])
  return { ...counts, refused: [], noted }
}

const OLDER = 'Older than what is known'

async function levelsOf(connection: pg.ClientBase, client: string, rows: readonly StockRow[]) {
  const known = await connection.query<StockLevel & { SKU: string }>(
    `select l.* from unnest($2::text[]) as n (sku_code) cross join lateral (
       select sku_code as "SKU", type, stock_on_hand as "stockOnHand", available_stock as "availableStock", as_of as "asOf"
       from stock_levels
       where client_code = $1 and sku_code between n.sku_code and n.sku_code order by sku_code limit 1
     ) l`,
    [client, [...new Set(rows.map(({ SKU }) => SKU))]],
  )
  return new Map<string, StockLevel>(known.rows.map((row) => [row.SKU, row]))
}

/** Adds the SKUs that the client has not. Gives how many those were. */
async function addUnknown(connection: pg.ClientBase, client: string, rows: readonly StockRow[]): Promise<number> {
  const { rowCount } = await connection.query(
    `insert into skus (client_code, sku_code, description, is_unknown)
     select $1, sku_code, description, true from unnest($2::text[], $3::text[]) as s (sku_code, description)
     order by sku_code collate "C"
     on conflict (client_code, sku_code) do nothing`,
    [client, rows.map(({ SKU }) => SKU), rows.map(({ description }) => description)],
  )
  return rowCount ?? 0
}

async function writeLevels(
  connection: pg.ClientBase,
  { client, now }: { client: string; now: Date },
  rows: readonly StockRow[],
): Promise<void> {
  await connection.query(
    `insert into stock_levels (client_code, sku_code, type, stock_on_hand, available_stock, as_of, received_at)
     select $1, sku_code, type, stock_on_hand, available_stock, as_of, $2
     from unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::timestamptz[])
       as s (sku_code, type, stock_on_hand, available_stock, as_of)
     order by sku_code collate "C"
     on conflict (client_code, sku_code) do update set
       type = excluded.type, stock_on_hand = excluded.stock_on_hand, available_stock = excluded.available_stock,
       as_of = excluded.as_of, received_at = excluded.received_at`,
    [
      client,
      now,
      rows.map(({ SKU }) => SKU),
      rows.map(({ type }) => type),
      rows.map(({ stockOnHand }) => stockOnHand),
      rows.map(({ availableStock }) => availableStock),
      rows.map(({ asOf }) => asOf.toISOString()),
    ],
  )
}
