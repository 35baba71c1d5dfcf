-- Whether an order has no carrier (128) follows from its consignments: no one who allocates can forget it. Anyone who adds
-- consignments holds their orders, so the row that was read is the row that is changed; where it is not, the caller tries
-- again. Consignments are ended where the order is suspended or cancelled, or where others follow. Orders are changed only
-- where what is noted differs, and all that a statement allocates together: a change of no row is dear, for it opens every
-- index of orders and calls what follows changes.
create function note_carrier() returns trigger language plpgsql
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
create trigger note_carrier after insert on consignments referencing new table as added
  for each statement execute function note_carrier();
