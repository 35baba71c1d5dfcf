-- Sets whether an order has no carrier (128) from its consignments, so that no caller can forget it. Callers that add consignments hold
-- their orders, so the row that was read is the row that is changed; otherwise the caller retries. Consignments end only where their
-- order is suspended or cancelled, or where others replace them. An order is updated only where the flag differs, and all orders of a
-- statement together: each update of orders is expensive, because it touches every index and fires every trigger of orders.
create or replace function note_carrier() returns trigger language plpgsql
set enable_sort = off
set enable_seqscan = off
as $$
declare
  rows tid[];
  changed int;
begin
  select array_agg(o.ctid) into rows
  from (
    select client_code, order_number, bool_or(client_method_id is null) as without, max(attempt) as attempt
    from added where ended_at is null group by client_code, order_number
  ) a cross join lateral (
    select ctid, lacks from orders
    where client_code = a.client_code and order_number between a.order_number and a.order_number
    order by order_number limit 1
  ) o
  -- Of a consignment that is decided on alone, those beside it say as well whether the order has no carrier.
  where ((o.lacks & 128) <> 0) <> (a.without or (a.attempt > 1 and exists (
    select from (
      select from consignments
      where client_code = a.client_code and order_number between a.order_number and a.order_number
        and ended_at is null and client_method_id is null
      order by order_number, attempt, number offset 0
    ) c
  )));
  if rows is not null then
    update orders set lacks = lacks # 128 where ctid = any (rows);
    get diagnostics changed = row_count;
    if changed <> cardinality(rows) then
      raise exception 'an order changed while its consignments were added' using errcode = 'serialization_failure';
    end if;
  end if;
  return null;
end $$;
