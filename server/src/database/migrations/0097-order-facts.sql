-- What orders were placed, by day: what a rate of returns is a share of. Cancelled orders are left out.
create table order_deltas (
  client_code text collate "C" not null,
  day date not null,
  orders int not null,
  pieces bigint not null
);
create table order_facts (
  client_code text collate "C" not null,
  day date not null,
  orders int not null,
  pieces bigint not null,
  primary key (client_code, day)
);
select restrict_to_clients('order_deltas', 'order_facts');
grant select, insert, update, delete on order_deltas, order_facts to despatch_app;

create view order_record_facts with (security_invoker = true) as
select client_code, (ordered_at at time zone 'Europe/London')::date as day, 1 as orders, quantity as pieces
from orders where status <> 'C';
grant select on order_record_facts to despatch_app;

create function append_order_deltas() returns trigger language plpgsql as $$
begin
  insert into order_deltas
  select client_code, (ordered_at at time zone 'Europe/London')::date, count(*), sum(quantity)
  from added where status <> 'C' group by 1, 2;
  return null;
end $$;
create trigger append_deltas after insert on orders
  referencing new table as added for each statement execute function append_order_deltas();
create function append_order_delta() returns trigger language plpgsql as $$
begin
  insert into order_deltas
  select new.client_code, (r.at at time zone 'Europe/London')::date, r.sign, r.sign * r.quantity
  from (values (old.status, old.ordered_at, old.quantity, -1), (new.status, new.ordered_at, new.quantity, 1)) as r (status, at, quantity, sign)
  where r.status <> 'C';
  return null;
end $$;
create trigger append_delta_of_changed after update of status, ordered_at, quantity on orders for each row
  when (old.quantity is distinct from new.quantity or old.ordered_at is distinct from new.ordered_at
    or (old.status = 'C') is distinct from (new.status = 'C'))
  execute function append_order_delta();

create function fold_order_deltas(most int) returns int language plpgsql as $$
declare folded int;
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of orders', 0));
  with gone as (
    delete from order_deltas where ctid = any (array(select ctid from order_deltas limit most)) returning *
  ), added as (
    insert into order_facts as facts select client_code, day, sum(orders), sum(pieces) from gone group by 1, 2
    on conflict (client_code, day) do update set
      orders = facts.orders + excluded.orders, pieces = facts.pieces + excluded.pieces
  )
  select count(*)::int into folded from gone;
  return folded;
end $$;
create function rebuild_order_facts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of orders', 0));
  with gone as (
    delete from order_deltas
  ), sums as materialized (
    select client_code, day, sum(orders) as orders, sum(pieces) as pieces from order_record_facts group by 1, 2
  ), emptied as (
    delete from order_facts f where not exists (select from sums s where s.client_code = f.client_code and s.day = f.day)
  )
  insert into order_facts select client_code, day, orders, pieces from sums
  on conflict (client_code, day) do update set orders = excluded.orders, pieces = excluded.pieces;
end $$;
create function wrong_order_facts() returns bigint language sql as $$
  select count(*) from (
    select client_code, day from (
      select client_code, day, orders, pieces from order_facts
      union all select client_code, day, orders, pieces from order_deltas
      union all select client_code, day, -orders, -pieces from order_record_facts
    ) as both_sides
    group by 1, 2 having sum(orders) <> 0 or sum(pieces) <> 0
  ) as wrong
$$;

-- What there is already.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
select refresh_return_lines(array_agg(client_code), array_agg(order_number), array_agg(return_reference))
from (select distinct client_code, order_number, return_reference from return_events) as known;
select rebuild_return_facts();
select rebuild_order_facts();
select set_config('app.clients', '', true);
