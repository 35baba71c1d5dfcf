import { STATE_FIELDS } from '@despatch/domain/feeds/rows/order-fields'

// The statements that compare a copied chunk with orders that were there already; $1 is always the client.

/** Orders that were there already in which lines of the chunk are missing, or differ. */
export const OTHER_LINES = `
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

/** Orders that were there already and have more lines than the chunk; of those that are cancelled, $2 alone. */
export const SHORTER_ORDERS = `
select f.order_number as "orderNumber"
from feed_orders f cross join lateral (
  select item_count, status from orders
  where client_code = $1 and order_number between f.order_number and f.order_number order by order_number limit 1
) o
where f.is_taken and not f.is_new and o.item_count > f.lines and (o.status <> 'C' or f.order_number = any ($2::text[]))`

/** The lines of orders: $2 their numbers. */
export const LINES_OF = `
select o.* from (select * from unnest($2::text[]) as n (order_number) order by order_number collate "C") as n cross join lateral (
  select order_number as "orderNumber", line_number as "lineNumber", sku_code as "SKU", quantity,
    unit_value::text as "unitValue", total_value::text as "totalValue"
  from order_lines where client_code = $1 and order_number = n.order_number
  order by line_number offset 0
) o`

/** What the lines of orders were, in words, before people first amended them in the portal: $2 their numbers. */
export const LINES_BEFORE_AMENDMENT = `
select n.order_number as "orderNumber", h.before
from unnest($2::text[]) as n (order_number) cross join lateral (
  select changes -> 'items' ->> 'before' as before from order_history
  where client_code = $1 and order_number = n.order_number and changes ? 'items'
  order by version limit 1
) h`

const HEADERS = {
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
 * What orders say that were there already and differ from the chunk in fields that the file has, and what people have changed
 * in them; undefined where it has none. Of an order whose person was erased nothing is left to compare.
 */
export function otherHeaders(
  hasField: (field: keyof typeof HEADERS | 'date' | (typeof STATE_FIELDS)[number]) => boolean,
): string | undefined {
  const differs = Object.entries(HEADERS)
    .filter(([field]) => hasField(field as keyof typeof HEADERS))
    .map(([, column]) => `o.${column} <> f.${column}`)
  if (hasField('date')) differs.push('(f.is_day_given and o.despatch_date <> f.despatch_date)')
  if (STATE_FIELDS.some(hasField))
    differs.push("(f.status in ('D', 'V') and o.status not in ('D', 'V') or f.status = 'C' and o.status <> 'C')")
  if (differs.length === 0) return undefined
  const columns = Object.entries(HEADERS).map(([field, column]) => `o.${column} as "${field}"`)
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
