import type { ReturnRow } from '@despatch/domain/feeds/rows/check-return-row'
import type pg from 'pg'

/**
 * Finds announced returns that rows may belong to, oldest first: those of orders that rows name, directly or through a
 * return's reference. For rows with only a customer account, those of the account's orders with the row's SKU, unless
 * all their pieces are in stock and refunded or rejected.
 */
export async function findAnnouncedReferences(
  connection: pg.ClientBase,
  client: string,
  rows: readonly ReturnRow[],
): Promise<string[]> {
  const named = distinct(rows.flatMap(({ returnReference }) => [returnReference, returnReference.toUpperCase()]))
  const orders = distinct(rows.map(({ orderNumber }) => orderNumber))
  const byAccount = rows.filter(({ orderNumber, customerAccount }) => orderNumber === '' && customerAccount !== '')
  const { rows: found } = await connection.query<{ return_reference: string }>(
    `with named as (
       select order_number from unnest($3::text[]) as n (order_number)
       union
       select order_number from announced_returns where client_code = $1 and return_reference = any ($2::text[])
       union
       select order_number from return_events
       where client_code = $1 and told_reference = any ($2::text[]) and told_reference <> ''
       union
       select o.order_number
       from orders o
       join announced_lines l on l.client_code = $1 and l.order_number = o.order_number
       cross join lateral (
         select l.sku_code
         union all
         select component_code from sku_components where client_code = $1 and sku_code = l.sku_code
       ) s
       where o.client_code = $1 and o.customer_account = any ($4::text[]) and o.customer_account <> ''
         and (l.restocked + l.quarantined < l.quantity + l.extra or l.refunded + l.rejected + l.replaced < l.quantity + l.extra)
         and (o.customer_account, s.sku_code) in (
           select account, sku_code from unnest($4::text[], $5::text[]) as k (account, sku_code))
     )
     select r.return_reference from announced_returns r
     where r.client_code = $1 and r.return_reference in (
       select l.return_reference from named join announced_lines l on l.client_code = $1 and l.order_number = named.order_number
     )
     order by r.announced_at, r.return_reference`,
    [client, named, orders, byAccount.map((row) => row.customerAccount), byAccount.map(({ SKU }) => SKU)],
  )
  return found.map(({ return_reference: reference }) => reference)
}

const distinct = (names: readonly string[]): string[] => [...new Set(names.filter(Boolean))]
