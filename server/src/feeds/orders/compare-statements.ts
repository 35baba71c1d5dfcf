import { STATE_FIELDS } from '@despatch/domain/feeds/rows/order-fields'

// Statements that compare a copied chunk with stored orders; $1 is always the client.

/** Stored orders in which lines of the chunk are missing or different. */
export const DIFFERENT_LINES = `
select l.order_number as "orderNumber"
from feed_lines l join feed_orders f using (order_number)
left join lateral (
  select * from order_lines o
  where o.client_code = $1 and o.order_number = l.order_number and o.line_number between l.line_number and l.line_number
  order by o.line_number limit 1
) x on true
where f.is_taken and not f.is_new
  and (x.line_number is null or x.sku_code <> l.sku_code or x.quantity <> l.quantity
    or (l.is_priced and coalesce(x.total_value <> l.total_value, x.unit_value <> l.unit_value)))
group by l.order_number`

/** Stored orders with more lines than the chunk. Of cancelled ones, only those in $2. */
export const SHORTER_ORDERS = `
select f.order_number as "orderNumber"
from feed_orders f cross join lateral (
  select item_count, status from orders
  where client_code = $1 and order_number between f.order_number and f.order_number order by order_number limit 1
) o
where f.is_taken and not f.is_new and o.item_count > f.lines and (o.status <> 'C' or f.order_number = any ($2::text[]))`

/** Lines of orders. $2 order numbers. */
export const ORDER_LINES = `
select o.* from (select * from unnest($2::text[]) as n (order_number) order by order_number collate "C") as n cross join lateral (
  select order_number as "orderNumber", line_number as "lineNumber", sku_code as "SKU", quantity,
    unit_value::text as "unitValue", total_value::text as "totalValue"
  from order_lines where client_code = $1 and order_number = n.order_number
  order by line_number offset 0
) o`

/** Descriptions of orders' lines before users first amended them. $2 order numbers. */
export const LINES_BEFORE_AMENDMENT = `
select n.order_number as "orderNumber", h.before
from unnest($2::text[]) as n (order_number) cross join lateral (
  select changes -> 'items' ->> 'before' as before from order_history
  where client_code = $1 and order_number = n.order_number and changes ? 'items'
  order by version limit 1
) h`

const HEADER_COLUMNS = {
  customerAccount: 'customer_account',
  customerFirstName: 'customer_first_name',
  customerLastName: 'customer_last_name',
  email: 'email',
  phone: 'phone',
  addressLine1: 'address_line_1',
  addressLine2: 'address_line_2',
  addressLine3: 'address_line_3',
  addressLine4: 'address_line_4',
  postCode: 'post_code',
  country: 'country',
  dispatchService: 'dispatch_service',
} as const

/**
 * Selects stored orders whose header differs from the chunk in fields that the file has, with users' amendments;
 * undefined if the file has no such field. Skips orders whose personal data was erased.
 */
export function selectDifferentHeaders(
  hasField: (field: keyof typeof HEADER_COLUMNS | 'date' | (typeof STATE_FIELDS)[number]) => boolean,
): string | undefined {
  const differs = Object.entries(HEADER_COLUMNS)
    .filter(([field]) => hasField(field as keyof typeof HEADER_COLUMNS))
    .map(([, column]) => `o.${column} <> f.${column}`)
  if (hasField('date')) differs.push('(f.is_day_given and o.despatch_date <> f.despatch_date)')
  if (STATE_FIELDS.some(hasField))
    differs.push("(f.status in ('D', 'V') and o.status not in ('D', 'V') or f.status = 'C' and o.status <> 'C')")
  if (differs.length === 0) return undefined
  const columns = Object.entries(HEADER_COLUMNS).map(([field, column]) => `o.${column} as "${field}"`)
  return `
select f.order_number as "orderNumber", x.*
from feed_orders f cross join lateral (
  select ${columns.join(', ')}, o.despatch_date::text as "despatchDate", o.status,
    array(
      select h.changes from order_history h
      where h.client_code = $1 and h.order_number = f.order_number and h.changes <> '{}' order by version
    ) as changes
  from orders o
  where o.client_code = $1 and o.order_number between f.order_number and f.order_number and (${differs.join(' or ')})
  order by o.order_number limit 1
) x
where f.is_taken and not f.is_new
  and not exists (select from erased_orders e where e.client_code = $1 and e.order_number = f.order_number)`
}
