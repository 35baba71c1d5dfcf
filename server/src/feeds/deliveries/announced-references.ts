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
       select r.order_number from unnest($2::text[]) as n (reference) cross join lateral (
         select order_number from announced_returns
         where client_code = $1 and return_reference between n.reference and n.reference order by return_reference limit 1
       ) r
       union
       select e.order_number from unnest($2::text[]) as n (reference) cross join lateral (
         select order_number from return_events
         where client_code = $1 and told_reference between n.reference and n.reference and told_reference <> ''
         order by told_reference offset 0
       ) e
       union
       -- Each account is walked through once, however many of its SKUs are named.
       select o.order_number from (select distinct account from unnest($4::text[]) as n (account)) n cross join lateral (
         select order_number from orders
         where client_code = $1 and customer_account = n.account and customer_account <> ''
         order by ordered_at, order_number offset 0
       ) o cross join lateral (
         select sku_code, quantity + extra as pieces, restocked + quarantined as stocked, refunded + rejected + replaced as decided
         from announced_lines where client_code = $1 and order_number between o.order_number and o.order_number
         order by order_number, sku_code offset 0
       ) l cross join lateral (
         select l.sku_code
         union all
         select component_code from sku_components where client_code = $1 and sku_code = l.sku_code
       ) s
       where (l.stocked < l.pieces or l.decided < l.pieces)
         and (n.account, s.sku_code) in (select account, sku_code from unnest($4::text[], $5::text[]) as k (account, sku_code))
     )
     select r.return_reference from (select distinct order_number from named) n cross join lateral (
       select distinct return_reference from (
         select return_reference from announced_lines
         where client_code = $1 and order_number between n.order_number and n.order_number
         order by order_number, sku_code offset 0
       ) l
     ) l cross join lateral (
       select return_reference, announced_at from announced_returns
       where client_code = $1 and return_reference between l.return_reference and l.return_reference
       order by return_reference limit 1
     ) r
     order by r.announced_at, r.return_reference`,
    [client, named, orders, byAccount.map((row) => row.customerAccount), byAccount.map(({ SKU }) => SKU)],
  )
  return found.map(({ return_reference: reference }) => reference)
}

const distinct = (names: readonly string[]): string[] => [...new Set(names.filter(Boolean))]
