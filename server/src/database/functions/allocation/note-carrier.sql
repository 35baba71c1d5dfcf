-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- Sets or clears the flag 128 (no carrier) in `lacks` of orders whose consignments were added. A trigger does this so that no
-- caller can forget it. The caller holds the orders, so the rows cannot change meanwhile; otherwise the caller retries. Only
-- orders whose flag differs are updated, all in one statement: an update of orders writes every index and fires every trigger.
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
  -- If one consignment was decided alone, the order's other consignments count too.
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
