import { STATE_FIELDS } from '@despatch/domain/feeds/rows/order-fields'

// Statements that compare a copied chunk with stored orders; $1 is always the client.

/** Stored orders in which lines of the chunk are missing or different. */
export const DIFFERENT_LINES = `
select l.order_number as "orderNumber"
from feed_lines l join feed_orders f using (order_number)
left join order_lines x
  on x.client_code = $1 and x.order_number = l.order_number and x.line_number = l.line_number
where f.is_taken and not f.is_new
  and (x.line_number is null or x.sku_code <> l.sku_code or x.quantity <> l.quantity
    or (l.is_priced and coalesce(x.total_value <> l.total_value, x.unit_value <> l.unit_value)))
group by l.order_number`

/** Stored orders with more lines than the chunk. Of cancelled ones, only those in $2. */
export const SHORTER_ORDERS = `
select f.order_number as "orderNumber"
from feed_orders f join orders o on o.client_code = $1 and o.order_number = f.order_number
where f.is_taken and not f.is_new and o.item_count > f.lines and (o.status <> 'C' or f.order_number = any ($2::text[]))`

/** Lines of orders. $2 order numbers. */
export const ORDER_LINES = `
select l.* from unnest($2::text[]) as named (order_number) cross join lateral (
  -- Keeps the planner from the index by SKU, as in orders-to-allocate.ts: bench fresh-feed.
  select order_number as "orderNumber", line_number as "lineNumber", sku_code as "SKU", quantity,
    unit_value::text as "unitValue", total_value::text as "totalValue"
  from order_lines where client_code = $1 and order_number = named.order_number order by line_number offset 0
) l order by 1, 2`

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
select f.order_number as "orderNumber", ${columns.join(', ')}, o.despatch_date::text as "despatchDate", o.status,
  array(
    select h.changes from order_history h
    where h.client_code = $1 and h.order_number = f.order_number and h.changes <> '{}' order by version
  ) as changes
from feed_orders f join orders o on o.client_code = $1 and o.order_number = f.order_number
where f.is_taken and not f.is_new and (${differs.join(' or ')})
  and not exists (select from erased_orders e where e.client_code = $1 and e.order_number = f.order_number)`
}
