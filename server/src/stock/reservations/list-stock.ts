import type { stock as routes } from '@despatch/contract/stock/stock'
import type { StockRow } from '@despatch/contract/stock/reservations'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { balancesOf } from '../ledger/balances.ts'

type StockContext = Pick<Context, 'transaction' | 'client'>

type Row = Omit<StockRow, 'counted_at' | 'last_amended_date' | 'kit'> & {
  counted_at: Date | null
  last_amended_date: Date
  /** null if it is no kit. */
  boxes: NonNullable<StockRow['kit']>['boxes'] | null
  counted: number | null
}

/**
 * Adds unfolded deltas to a page of balances; whether a row is short is as of the last fold, seconds ago. Each row is
 * looked up separately, because planning joins would cost more than the rest. Titles are looked up by key, whatever the
 * planner knows about the client.
 */
const withUnfolded = (balances: RawBuilder<unknown>) => sql<Row>`
  with page as materialized (${balances}), waiting as materialized (
    select client_code, sku_code, code, promised, moved, at from stock_deltas
    where client_code = any (array(select distinct client_code from page))
      and sku_code = any (array(select sku_code from page))
  ), known as materialized (
    select b.*, (
        select trim(description) from skus where client_code = b.client_code and sku_code = b.sku_code
      ) as title,
      (
        select json_agg(json_build_object('Code', component_code, 'quantity', quantity) order by component_code)
        from sku_components where client_code = b.client_code and sku_code = b.sku_code
      ) as boxes,
      (select coalesce(sum(promised), 0)::bigint from waiting
       where client_code = b.client_code and sku_code = b.sku_code and code = b.code) as promising,
      (select coalesce(sum(moved), 0)::bigint from waiting
       where client_code = b.client_code and sku_code = b.sku_code and code = b.code and at > coalesce(b.counted_at, '-infinity')) as moving
    from page b
  )
  select sku_code || ' ' || code as _id, client_code as client, code as type, sku_code as sku, coalesce(title, '') as title,
    on_hand + moving as stock_on_hand, reserved as reserved_stock, promised + promising as promised_stock,
    available + moving - promising as available_stock, warehouse_available, counted, boxes, counted_at,
    changed_at as last_amended_date, changed_by as last_amended_user
  from known order by client_code, sku_code, code`

/** Replaces the warehouse's own figures of kits by what their boxes make. */
async function withKits(transaction: Transaction, rows: readonly Row[]): Promise<StockRow[]> {
  const kits = Map.groupBy(
    rows.filter(({ boxes }) => boxes),
    ({ client }) => client,
  )
  const balances = new Map<string, Awaited<ReturnType<typeof balancesOf>>[number]>()
  for (const [client, ofClient] of kits) {
    const skus = ofClient.map(({ sku }) => sku)
    for (const balance of await balancesOf(transaction, client, skus))
      balances.set(`${client} ${balance.SKU} ${balance.code}`, balance)
  }
  return rows.map((row) => {
    if (!row.boxes) return present(row)
    const {
      onHand = 0,
      reserved = 0,
      promised = 0,
      available = 0,
      countedAt = null,
    } = balances.get(`${row.client} ${row._id}`) ?? {}
    return present({
      ...row,
      stock_on_hand: onHand,
      reserved_stock: reserved,
      promised_stock: promised,
      available_stock: available,
      counted_at: countedAt,
    })
  })
}

const present = ({ boxes, counted, ...row }: Row): StockRow => ({
  ...row,
  counted_at: row.counted_at?.toISOString() ?? null,
  last_amended_date: row.last_amended_date.toISOString(),
  ...(boxes && { kit: { boxes, warehouse_on_hand: counted } }),
})

/**
 * Uncounted stock is never short, because its level is unknown. Kits are not filtered themselves: their boxes are
 * short, reserved or uncounted.
 */
const ONLY = {
  '': sql``,
  short: sql`and is_short`,
  reserved: sql`and is_reserved`,
  uncounted: sql`and counted_at is null and not exists (
    select from sku_components c where c.client_code = stock_balances.client_code and c.sku_code = stock_balances.sku_code
  )`,
}

/** A page of stock by SKU and allocation code, of one client or several. */
export async function listStock(
  { transaction, clients }: Context,
  { body: { sku, type, only, page, limit } }: RouteChecked<typeof routes.listStock>,
): Promise<RouteAnswer<typeof routes.listStock>> {
  const [client, another] = clients
  // The order of the primary key.
  const isTheirs = another === undefined ? sql`client_code = ${client}` : sql`client_code = any(${clients})`
  const begins = `${sku.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  // Without a search text there are few distinct statements.
  const planned = sku === '' && type === '' ? prepared : <Row>(query: CompiledQuery<Row>) => query
  const matching = sql`from stock_balances where ${isTheirs}
    ${sku === '' ? sql`` : sql`and lower(sku_code) like ${begins}`} ${type === '' ? sql`` : sql`and code = ${type}`}
    ${ONLY[only]}`
  const [, rows, counted] = await inOrder([
    // Use one plan for every page.
    transaction.rows(sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.compile(db)),
    transaction.rows(
      planned(
        withUnfolded(
          sql`select * ${matching} order by client_code, sku_code, code limit ${limit} offset ${(page - 1) * limit}`,
        ).compile(db),
      ),
    ),
    transaction.row(planned(sql<{ total: number }>`select count(*) as total ${matching}`.compile(db))),
  ])
  return { rows: await withKits(transaction, rows), total: counted?.total ?? 0 }
}

/** The stock of one SKU and code; undefined if unknown. */
export async function stockRowOf(
  on: StockContext,
  { sku, type }: { sku: string; type: string },
): Promise<StockRow | undefined> {
  const { transaction, client } = on
  const row = await transaction.row(
    withUnfolded(
      sql`select * from stock_balances where client_code = ${client} and sku_code = ${sku} and code = ${type}`,
    ).compile(db),
  )
  return row && (await withKits(transaction, [row]))[0]
}
