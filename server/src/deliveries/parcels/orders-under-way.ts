import { SHORT_ACTS } from '@despatch/domain/orders/suspend-release-cancel/sent-short'

/**
 * Of orders ($2) of a client ($1) those that are not delivered yet: the domain's `isOrderDelivered` for a whole chunk in one
 * statement. Parcels and lines are looked up by their keys (`database/by-key`); what is in parcels, of those orders alone that have none under way;
 * and whether someone closed it short, of those alone of which something is missing.
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
), content as materialized (
  select p.order_number, p.tracking_number, c.sku_code, c.quantity
  from arrived join parcel p using (order_number) left join lateral (
    select sku_code, quantity from parcel_contents
    where client_code = $1 and tracking_number = p.tracking_number
    order by sku_code, serial_number offset 0
  ) c on true
), told as materialized (
  select order_number from content group by order_number having bool_and(sku_code is not null)
), line as materialized (
  select order_number, sku_code, sum(quantity) as ordered
  from told cross join lateral (
    select sku_code, quantity from order_lines
    where client_code = $1 and order_number = told.order_number order by line_number offset 0
  ) l
  group by order_number, sku_code
), matched as (
  select order_number, l.ordered, s.sent
  from line l full join (
    select order_number, sku_code, sum(quantity) as sent from content join told using (order_number)
    group by order_number, sku_code
  ) s using (order_number, sku_code)
)
select n.order_number as "orderNumber" from unnest($2::text[]) as n (order_number)
where not exists (select from arrived a where a.order_number = n.order_number)
union
select order_number from (
  select order_number from matched
  group by order_number having bool_and(ordered is not null) and bool_or(coalesce(sent, 0) < ordered) offset 0
) short
where coalesce((
  select act from order_history h
  where h.client_code = $1 and h.order_number = short.order_number and act in ('${SHORT_ACTS.close}', '${SHORT_ACTS.reopen}')
  order by version desc limit 1
), '') <> '${SHORT_ACTS.close}'`
