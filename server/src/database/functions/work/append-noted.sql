-- Counts tags and assignees of open orders. Locks the orders, so that a transaction that changes an order's status either sees
-- its tags or waits.
create or replace function append_noted(noted_as text, noted noted_order[]) returns void language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  perform from (
    select client_code, order_number from unnest(noted) group by 1, 2 order by 1, 2
  ) k cross join lateral (
    select from orders where client_code = k.client_code and order_number = k.order_number collate "C" for share
  ) o;
  insert into work_deltas (client_code, facet, value, orders, new_orders)
  select o.client_code, noted_as, k.value, sum(k.n), coalesce(sum(k.n) filter (where o.status = 'N'), 0)
  from unnest(noted) k join orders o on o.client_code = k.client_code and o.order_number = k.order_number
  where o.status in ('N', 'R', 'S') group by 1, 3 having sum(k.n) <> 0 or sum(k.n) filter (where o.status = 'N') <> 0;
end $$;

create or replace function append_tagged() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform append_noted('tag', array(select (1, client_code, order_number, tag)::noted_order from after));
  else
    perform append_noted('tag', array(select (-1, client_code, order_number, tag)::noted_order from before));
  end if;
  return null;
end $$;

create or replace function append_assigned() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform append_noted('assignee', array(select (-1, client_code, order_number, user_id)::noted_order from before));
  end if;
  if tg_op <> 'DELETE' then
    perform append_noted('assignee', array(select (1, client_code, order_number, user_id)::noted_order from after));
  end if;
  return null;
end $$;
