-- The days on which an order was released, despatched and delivered, kept with it as its status changes; and its figures by day:
-- what was placed, released, due, despatched and delivered. Cancelled orders are left out.
alter table orders
  add column released_on date,
  -- Of its first parcel that was known then, and of its last one's delivery.
  add column despatched_on date,
  add column delivered_on date;

create function keep_order_days() returns trigger language plpgsql as $$
begin
  if new.status not in ('R', 'P', 'K', 'D', 'V') then
    new.released_on := null;
  elsif new.released_on is null then
    new.released_on := london_day(now());
  end if;
  if new.status not in ('D', 'V') then
    new.despatched_on := null;
  elsif new.despatched_on is null then
    select london_day(min(despatched_at)) into new.despatched_on from (
      select despatched_at from parcels
      where client_code = new.client_code and order_number between new.order_number and new.order_number
      order by order_number offset 0
    ) p;
    new.despatched_on := coalesce(new.despatched_on, london_day(now()));
  end if;
  if new.status <> 'V' then
    new.delivered_on := null;
  elsif new.delivered_on is null then
    select max(delivered_on) into new.delivered_on from (
      select delivered_on from parcels
      where client_code = new.client_code and order_number between new.order_number and new.order_number
      order by order_number offset 0
    ) p;
    new.delivered_on := coalesce(new.delivered_on, london_day(now()));
  end if;
  return new;
end $$;
create trigger keep_order_days before update of status on orders for each row
  when (old.status is distinct from new.status) execute function keep_order_days();

-- Works the days out from history and parcels, of orders that were written without them: by two joins, also where the planner
-- knows nothing of the tables yet. Gives how many that were.
create function fill_order_days(clients text[]) returns bigint language sql
set enable_nestloop = off
as $$
  with waiting as materialized (
    select client_code, order_number from orders
    where client_code = any (clients) and status in ('R', 'P', 'K', 'D', 'V') and released_on is null
  ), released as materialized (
    select client_code, order_number, london_day(min(at)) as released_on
    from order_history where client_code = any (clients) and status in ('R', 'P', 'K', 'D', 'V') group by 1, 2
  ), sent as materialized (
    select client_code, order_number, london_day(min(despatched_at)) as despatched_on, max(delivered_on) as delivered_on
    from parcels where client_code = any (clients) group by 1, 2
  ), filled as (
    update orders o set
      released_on = coalesce(r.released_on, london_day(o.ordered_at)),
      despatched_on = case when o.status in ('D', 'V') then coalesce(s.despatched_on, o.despatch_date) end,
      delivered_on = case when o.status = 'V' then coalesce(s.delivered_on, s.despatched_on, o.despatch_date) end
    from waiting w
    left join released r on r.client_code = w.client_code and r.order_number = w.order_number
    left join sent s on s.client_code = w.client_code and s.order_number = w.order_number
    where o.client_code = w.client_code and o.order_number = w.order_number
    returning 1
  )
  select count(*) from filled
$$;

alter table order_deltas
  add column currency_code text collate "C" not null default '',
  add column lines int not null default 0,
  add column value numeric(18, 4) not null default 0,
  add column released int not null default 0,
  add column due int not null default 0,
  add column due_in_time int not null default 0,
  add column despatched int not null default 0,
  add column despatched_lines int not null default 0,
  add column despatched_pieces bigint not null default 0,
  add column despatched_value numeric(18, 4) not null default 0,
  add column delivered int not null default 0;
alter table order_facts
  add column currency_code text collate "C" not null default '',
  add column lines int not null default 0,
  add column value numeric(18, 4) not null default 0,
  add column released int not null default 0,
  add column due int not null default 0,
  add column due_in_time int not null default 0,
  add column despatched int not null default 0,
  add column despatched_lines int not null default 0,
  add column despatched_pieces bigint not null default 0,
  add column despatched_value numeric(18, 4) not null default 0,
  add column delivered int not null default 0,
  drop constraint order_facts_pkey;
-- A row for each client and day: made in a moment.
do $$ begin
  alter table order_facts add primary key (client_code, day, currency_code);
end $$;

-- The facts that an order makes, by the day that each is counted on.
create function order_fact_rows(
  status text, ordered_at timestamptz, despatch_date date, released_on date, despatched_on date, delivered_on date,
  item_count int, quantity int, total_value numeric
) returns table (
  day date, orders int, pieces int, lines int, value numeric, released int, due int, due_in_time int, despatched int,
  despatched_lines int, despatched_pieces int, despatched_value numeric, delivered int
) language sql stable parallel safe as $$
  select r.* from (values
    ((ordered_at at time zone 'Europe/London')::date, 1, quantity, item_count, total_value, 0, 0, 0, 0, 0, 0, 0.0, 0),
    (released_on, 0, 0, 0, 0.0, 1, 0, 0, 0, 0, 0, 0.0, 0),
    (despatch_date, 0, 0, 0, 0.0, 0, 1, case when despatched_on <= despatch_date then 1 else 0 end, 0, 0, 0, 0.0, 0),
    (despatched_on, 0, 0, 0, 0.0, 0, 0, 0, 1, item_count, quantity, total_value, 0),
    (delivered_on, 0, 0, 0, 0.0, 0, 0, 0, 0, 0, 0, 0.0, 1)
  ) as r (day, orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces,
    despatched_value, delivered)
  where status <> 'C' and r.day is not null
$$;

drop view order_record_facts cascade;
create view order_record_facts with (security_invoker = true) as
select o.client_code, o.currency_code, f.* from orders o cross join lateral order_fact_rows(o.status, o.ordered_at,
  o.despatch_date, o.released_on, o.despatched_on, o.delivered_on, o.item_count, o.quantity, o.total_value) f;

-- Facts and deltas together.
create view order_known_facts with (security_invoker = true) as
select client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines,
  despatched_pieces, despatched_value, delivered from order_facts
union all
select client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines,
  despatched_pieces, despatched_value, delivered from order_deltas;
grant select on order_record_facts, order_known_facts to despatch_app;

drop trigger append_deltas on orders;
drop trigger append_delta_of_changed on orders;
drop function append_order_deltas();
drop function append_order_delta();
create function append_order_deltas() returns trigger language plpgsql as $$
begin
  insert into order_deltas (client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time, despatched,
    despatched_lines, despatched_pieces, despatched_value, delivered)
  select a.client_code, a.currency_code, f.day, sum(f.orders), sum(f.pieces), sum(f.lines), sum(f.value), sum(f.released),
    sum(f.due), sum(f.due_in_time), sum(f.despatched), sum(f.despatched_lines), sum(f.despatched_pieces),
    sum(f.despatched_value), sum(f.delivered)
  from added a cross join lateral order_fact_rows(a.status, a.ordered_at, a.despatch_date, a.released_on, a.despatched_on,
    a.delivered_on, a.item_count, a.quantity, a.total_value) f
  group by 1, 2, 3;
  return null;
end $$;
create trigger append_deltas after insert on orders
  referencing new table as added for each statement execute function append_order_deltas();

create function append_order_changes() returns trigger language plpgsql as $$
begin
  insert into order_deltas (client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time, despatched,
    despatched_lines, despatched_pieces, despatched_value, delivered)
  select * from (
    select c.client_code, c.currency_code, f.day, sum(n * f.orders) as orders, sum(n * f.pieces) as pieces,
      sum(n * f.lines) as lines, sum(n * f.value) as value, sum(n * f.released) as released, sum(n * f.due) as due,
      sum(n * f.due_in_time) as due_in_time, sum(n * f.despatched) as despatched,
      sum(n * f.despatched_lines) as despatched_lines, sum(n * f.despatched_pieces) as despatched_pieces,
      sum(n * f.despatched_value) as despatched_value, sum(n * f.delivered) as delivered
    from (
      -- What a change leaves as it is goes out of the sums at once.
      select client_code, currency_code, is_cancelled, ordered_at, despatch_date, released_on, despatched_on, delivered_on,
        item_count, quantity, total_value, sum(n)::int as n
      from (
        select -1 as n, client_code, currency_code, status = 'C' as is_cancelled, ordered_at, despatch_date, released_on,
          despatched_on, delivered_on, item_count, quantity, total_value from before
        union all
        select 1, client_code, currency_code, status = 'C', ordered_at, despatch_date, released_on, despatched_on, delivered_on,
          item_count, quantity, total_value from after
      ) as both_sides
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 having sum(n) <> 0
    ) as c
    cross join lateral order_fact_rows(case when c.is_cancelled then 'C' else '' end, c.ordered_at, c.despatch_date,
      c.released_on, c.despatched_on, c.delivered_on, c.item_count, c.quantity, c.total_value) f
    group by 1, 2, 3
  ) as s
  where (orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces,
    despatched_value, delivered) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return null;
end $$;
create trigger append_changes after update on orders
  referencing old table as before new table as after for each statement execute function append_order_changes();

create or replace function fold_order_deltas(most int) returns int language plpgsql as $$
declare folded int;
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of orders', 0));
  with gone as (
    delete from order_deltas where ctid = any (array(select ctid from order_deltas limit most)) returning *
  ), added as (
    insert into order_facts as facts (client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time,
      despatched, despatched_lines, despatched_pieces, despatched_value, delivered)
    select client_code, currency_code, day, sum(orders), sum(pieces), sum(lines), sum(value), sum(released), sum(due),
      sum(due_in_time), sum(despatched), sum(despatched_lines), sum(despatched_pieces), sum(despatched_value), sum(delivered)
    from gone group by 1, 2, 3
    on conflict (client_code, day, currency_code) do update set
      orders = facts.orders + excluded.orders, pieces = facts.pieces + excluded.pieces, lines = facts.lines + excluded.lines,
      value = facts.value + excluded.value, released = facts.released + excluded.released, due = facts.due + excluded.due,
      due_in_time = facts.due_in_time + excluded.due_in_time, despatched = facts.despatched + excluded.despatched,
      despatched_lines = facts.despatched_lines + excluded.despatched_lines,
      despatched_pieces = facts.despatched_pieces + excluded.despatched_pieces,
      despatched_value = facts.despatched_value + excluded.despatched_value, delivered = facts.delivered + excluded.delivered
  )
  select count(*)::int into folded from gone;
  return folded;
end $$;

-- One statement sees orders, facts and deltas as of one moment; what is committed later keeps its deltas.
create or replace function rebuild_order_facts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of orders', 0));
  with gone as (
    delete from order_deltas
  ), sums as materialized (
    select client_code, currency_code, day, sum(orders) as orders, sum(pieces) as pieces, sum(lines) as lines,
      sum(value) as value, sum(released) as released, sum(due) as due, sum(due_in_time) as due_in_time,
      sum(despatched) as despatched, sum(despatched_lines) as despatched_lines, sum(despatched_pieces) as despatched_pieces,
      sum(despatched_value) as despatched_value, sum(delivered) as delivered
    from order_record_facts group by 1, 2, 3
  ), emptied as (
    delete from order_facts f where not exists (
      select from sums s where s.client_code = f.client_code and s.day = f.day and s.currency_code = f.currency_code
    )
  )
  insert into order_facts (client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time, despatched,
    despatched_lines, despatched_pieces, despatched_value, delivered)
  select * from sums
  on conflict (client_code, day, currency_code) do update set
    (orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces, despatched_value,
      delivered) = (excluded.orders, excluded.pieces, excluded.lines, excluded.value, excluded.released, excluded.due,
      excluded.due_in_time, excluded.despatched, excluded.despatched_lines, excluded.despatched_pieces,
      excluded.despatched_value, excluded.delivered);
end $$;

create or replace function wrong_order_facts() returns bigint language sql as $$
  select count(*) from (
    select client_code, currency_code, day from (
      select * from order_known_facts
      union all
      select client_code, currency_code, day, -orders, -pieces, -lines, -value, -released, -due, -due_in_time, -despatched,
        -despatched_lines, -despatched_pieces, -despatched_value, -delivered from order_record_facts
    ) as both_sides
    group by 1, 2, 3
    having (sum(orders), sum(pieces), sum(lines), sum(value), sum(released), sum(due), sum(due_in_time), sum(despatched),
      sum(despatched_lines), sum(despatched_pieces), sum(despatched_value), sum(delivered))
      is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  ) as wrong
$$;
