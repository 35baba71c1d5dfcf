import { SHORT_ACTS } from '@despatch/domain/orders/commands/sent-short'

/**
 * Selects orders ($2) of a client ($1) that are not delivered yet: the domain's `isOrderDelivered` for a whole chunk in
 * one statement. Looks up missing pieces only for orders without parcels in transit, and acts of closing short only for
 * orders with missing pieces.
 */
export const UNDELIVERED_ORDERS = `
with arrived as (
  select order_number from parcels where client_code = $1 and order_number = any ($2::text[])
  group by order_number having bool_and(delivered_at is not null)
), line as (
  select order_number, l.sku_code, l.quantity
  from arrived join order_lines l using (order_number) where l.client_code = $1
)
select n.order_number as "orderNumber" from unnest($2::text[]) as n (order_number)
where n.order_number not in (select order_number from arrived)
union
select short.order_number
from (
  select array_agg(order_number) as orders, array_agg(sku_code) as skus, array_agg(quantity) as quantities from line
) l cross join lateral unsent_pieces($1, l.orders, l.skus, l.quantities) short
where coalesce((
  select act from order_history h
  where h.client_code = $1 and h.order_number = short.order_number and act in ('${SHORT_ACTS.close}', '${SHORT_ACTS.reopen}')
  order by version desc limit 1
), '') <> '${SHORT_ACTS.close}'`
