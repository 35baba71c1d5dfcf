-- Orders are changed only where what is noted of their carrier differs. A change of no row is dear: it opens every index of orders,
-- and calls what follows changes.
create or replace function note_carrier() returns trigger language plpgsql
set enable_sort = off
set enable_seqscan = off
as $$
declare
  codes text[];
  numbers text[];
begin
  select array_agg(a.client_code), array_agg(a.order_number) into codes, numbers
  from (
    select client_code, order_number, bool_or(client_method_id is null) as without, max(attempt) as attempt
    from added where ended_at is null group by client_code, order_number
  ) a cross join lateral (
    select lacks from orders
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
  if numbers is not null then
    update orders set lacks = lacks # 128 where ctid = any (array(
      select o.ctid from unnest(codes, numbers) as a (client_code, order_number) cross join lateral (
        select ctid from orders
        where client_code = a.client_code and order_number between (a.order_number collate "C") and (a.order_number collate "C")
        order by order_number limit 1
      ) o
    ));
  end if;
  return null;
end $$;
