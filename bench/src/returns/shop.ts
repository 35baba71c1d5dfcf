import { migrate } from '@despatch/server/database/migrate/migrate'
import type pg from 'pg'
import { CLIENT_CODES } from '../datasets/dataset.ts'
import { insertStaff } from '../datasets/fill.ts'
import { insertBook, LINES, ORDERS, PARCELS } from '../return-lines.ts'
import { fillSkus } from '../skus.ts'

/** A different client than that of `return-lines`. */
export const SHOP = CLIENT_CODES[1] ?? ''

export type ShopOrder = { readonly order: string; readonly postCode: string }

/** Sets up a client's page with a book of 200 rules, unless it exists. */
export async function openShop(owner: pg.Client, ownerUrl: string): Promise<void> {
  await migrate({ ownerUrl })
  await fillSkus(owner)
  await insertStaff(owner)
  await owner.query(
    "select set_config('app.clients', array_append(array_agg(client_code), '')::text, false) from clients",
  )
  const { rowCount: isOpen } = await owner.query('select from shoppers_pages where client_code = $1', [SHOP])
  if (isOpen) return
  await owner.query('begin')
  await insertBook(owner, SHOP)
  await openPage(owner, SHOP)
  await owner.query('commit')
}

/** Sets up a client's page, unless it exists. The connection must see the client's rows. */
export async function openPage(owner: pg.Client, client: string): Promise<void> {
  await owner.query(
    `insert into shoppers_pages (client_code, is_on, title, accent, returns_address, contact_mail, photo_days, shopper_data_days)
     values ($1, true, 'The bench', '#1f4e79', 'Unit 1, Dock Road', '', 90, 365) on conflict do nothing`,
    [client],
  )
}

/**
 * Creates orders of one piece that were delivered nine days ago. Each run needs new ones: an announced order has
 * nothing left, and drafts per order are limited.
 */
export async function makeOrders(owner: pg.Client, orders: number): Promise<ShopOrder[]> {
  await owner.query('begin')
  await owner.query(
    `create temp table made on commit drop as
     select $1::text as client_code, 'SHOP' || n as order_number, n, 'SKU-' || lpad((n % 1500 + 1)::text, 6, '0') as sku_code,
       1 as bought, date_bin('1 second', now(), '2000-01-01') as asked_at
     from (select 500000000 + count(*)::int as base from orders where client_code = $1 and order_number like 'SHOP%') before
     cross join lateral generate_series(base, base + $2::int - 1) n`,
    [SHOP, orders],
  )
  for (const statement of [ORDERS, LINES, PARCELS]) await owner.query(statement)
  const { rows } = await owner.query<ShopOrder>(
    `select order_number as order, post_code as "postCode" from orders join made using (client_code, order_number)`,
  )
  await owner.query('commit')
  await owner.query('analyze orders, order_lines, parcels')
  return rows
}
