import { SHORT_ACTS } from '@despatch/domain/orders/commands/sent-short'

/**
 * Of orders ($2) of a client ($1) those that are not delivered yet: the domain's `isOrderDelivered` for a whole chunk in one
 * statement. Parcels and lines are looked up by their keys (`database/by-key`); what was not sent, of those orders alone that
 * have none under way; and whether someone closed it short, of those alone of which something is missing.
 */
export const ORDERS_UNDER_WAY = `
with parcel as materialized (
  select p.* from unnest($2::text[]) as n (order_number) cross join lateral (
    select order_number, tracking_number, delivered_at is null as is_under_way
    from parcels where client_code = $1 and order_number between n.order_number and n.order_number
    order by order_number offset 0
  ) p
), arrived as materialized (
  select order_number from parcel group by order_number having not bool_or(is_under_way)
), line as materialized (
  select a.order_number, l.sku_code, l.quantity from arrived a cross join lateral (
    select sku_code, quantity from order_lines
    where client_code = $1 and order_number = a.order_number order by line_number offset 0
  ) l
)
select n.order_number as "orderNumber" from unnest($2::text[]) as n (order_number)
where not exists (select from arrived a where a.order_number = n.order_number)
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
