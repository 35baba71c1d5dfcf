import type { stock as routes } from '@despatch/contract/stock/stock'
import type { StockRow } from '@despatch/contract/stock/reservations'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'

type Row = Omit<StockRow, 'counted_at' | 'last_amended_date'> & { counted_at: Date | null; last_amended_date: Date }

/** What waits to be folded into a balance is added to it; which rows are short is as of the last folding, seconds ago. */
const withWaiting = (balances: RawBuilder<unknown>) => sql<Row>`
  with page as materialized (${balances}), waiting as materialized (
    select x.sku_code, x.code, sum(x.promised)::bigint as promised,
      sum(x.moved) filter (where x.at > coalesce(p.counted_at, '-infinity'))::bigint as moved
    from stock_deltas x join page p on p.client_code = x.client_code and p.sku_code = x.sku_code and p.code = x.code
    where x.sku_code = any (array(select sku_code from page)) group by 1, 2
  )
  select b.sku_code || ' ' || b.code as _id, b.code as type, b.sku_code as sku, coalesce(trim(s.description), '') as title,
    b.on_hand + coalesce(d.moved, 0) as stock_on_hand, b.reserved as reserved_stock,
    b.promised + coalesce(d.promised, 0) as promised_stock,
    b.available + coalesce(d.moved, 0) - coalesce(d.promised, 0) as available_stock, b.warehouse_available, b.counted_at,
    b.changed_at as last_amended_date, b.changed_by as last_amended_user
  from page b
  left join skus s on s.client_code = b.client_code and s.sku_code = b.sku_code
  left join waiting d on d.sku_code = b.sku_code and d.code = b.code
  order by b.sku_code, b.code`

const present = (row: Row): StockRow => ({
  ...row,
  counted_at: row.counted_at?.toISOString() ?? null,
  last_amended_date: row.last_amended_date.toISOString(),
})

/** What nobody has counted is not short: nothing is known of what there is. */
const ONLY = {
  '': sql``,
  short: sql`and available < 0 and counted_at is not null`,
  reserved: sql`and reserved > 0`,
  uncounted: sql`and counted_at is null`,
}

/** A page of what there is of each SKU and code, by these. */
export async function listStock(
  { transaction, client }: Context,
  { body: { sku, type, only, page, limit } }: RouteChecked<typeof routes.listStock>,
): Promise<RouteAnswer<typeof routes.listStock>> {
  const begins = `${sku.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const matching = sql`from stock_balances where client_code = ${client}
    ${sku === '' ? sql`` : sql`and lower(sku_code) like ${begins}`} ${type === '' ? sql`` : sql`and code = ${type}`}
    ${ONLY[only]}`
  const [rows, counted] = await Promise.all([
    transaction.rows(
      withWaiting(
        sql`select * ${matching} order by sku_code, code limit ${limit} offset ${(page - 1) * limit}`,
      ).compile(db),
    ),
    transaction.row(sql<{ total: number }>`select count(*) as total ${matching}`.compile(db)),
  ])
  return { rows: rows.map(present), total: counted?.total ?? 0 }
}

/** What there is of one SKU and code; undefined where nothing is known of it. */
export async function stockRowOf(
  { transaction, client }: Pick<Context, 'transaction' | 'client'>,
  { sku, type }: { sku: string; type: string },
): Promise<StockRow | undefined> {
  const row = await transaction.row(
    withWaiting(
      sql`select * from stock_balances where client_code = ${client} and sku_code = ${sku} and code = ${type}`,
    ).compile(db),
  )
  return row && present(row)
}
