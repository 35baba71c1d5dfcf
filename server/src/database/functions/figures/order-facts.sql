-- The facts that an order makes, by the day that each is counted on. By UNION ALL: PostgreSQL sets up the expressions of a VALUES list
-- again for each order.
create or replace function order_fact_rows(
  status text, ordered_at timestamptz, despatch_date date, released_on date, despatched_on date, delivered_on date,
  item_count int, quantity int, total_value numeric
) returns table (
  day date, orders int, pieces int, lines int, value numeric, released int, due int, due_in_time int, despatched int,
  despatched_lines int, despatched_pieces int, despatched_value numeric, delivered int
) language sql stable parallel safe as $$
  select r.* from (
    select d.placed_on, 1, quantity, item_count, total_value, 0, 0, 0, 0, 0, 0, 0.0, 0
    from (select (ordered_at at time zone 'Europe/London')::date as placed_on) d where status <> 'C'
    union all
    select released_on, 0, 0, 0, 0.0, 1, 0, 0, 0, 0, 0, 0.0, 0 where status <> 'C' and released_on is not null
    union all
    select despatch_date, 0, 0, 0, 0.0, 0, 1, case when despatched_on <= despatch_date then 1 else 0 end, 0, 0, 0, 0.0, 0
    where status <> 'C' and despatch_date is not null
    union all
    select despatched_on, 0, 0, 0, 0.0, 0, 0, 0, 1, item_count, quantity, total_value, 0
    where status <> 'C' and despatched_on is not null
    union all
    select delivered_on, 0, 0, 0, 0.0, 0, 0, 0, 0, 0, 0, 0.0, 1 where status <> 'C' and delivered_on is not null
  ) as r
$$;

-- The facts as the orders say them: facts and deltas together must be equal to these.
create or replace view order_record_facts with (security_invoker = true) as
select o.client_code, o.currency_code, f.* from orders o cross join lateral order_fact_rows(o.status, o.ordered_at,
  o.despatch_date, o.released_on, o.despatched_on, o.delivered_on, o.item_count, o.quantity, o.total_value) f;

-- Facts and deltas together.
create or replace view order_known_facts with (security_invoker = true) as
select client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines,
  despatched_pieces, despatched_value, delivered from order_facts
union all
select client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines,
  despatched_pieces, despatched_value, delivered from order_deltas;

-- A new order makes no facts for days that it has not reached: most orders have only been placed, and are due.
create or replace function append_order_deltas() returns trigger language plpgsql as $$
begin
  insert into order_deltas (client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time, despatched,
    despatched_lines, despatched_pieces, despatched_value, delivered)
  with counted as (select * from added where status <> 'C'), figures as (
    select client_code, currency_code, (ordered_at at time zone 'Europe/London')::date as day, count(*) as orders,
      sum(quantity) as pieces, sum(item_count) as lines, sum(total_value) as value, 0 as released, 0 as due, 0 as due_in_time,
      0 as despatched, 0 as despatched_lines, 0 as despatched_pieces, 0.0 as despatched_value, 0 as delivered
    from counted group by 1, 2, 3
    union all
    select client_code, currency_code, released_on, 0, 0, 0, 0, count(*), 0, 0, 0, 0, 0, 0, 0
    from counted where released_on is not null group by 1, 2, 3
    union all
    select client_code, currency_code, despatch_date, 0, 0, 0, 0, 0, count(*), count(*) filter (where despatched_on <= despatch_date),
      0, 0, 0, 0, 0
    from counted where despatch_date is not null group by 1, 2, 3
    union all
    select client_code, currency_code, despatched_on, 0, 0, 0, 0, 0, 0, 0, count(*), sum(item_count), sum(quantity),
      sum(total_value), 0
    from counted where despatched_on is not null group by 1, 2, 3
    union all
    select client_code, currency_code, delivered_on, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*)
    from counted where delivered_on is not null group by 1, 2, 3
  )
  select client_code, currency_code, day, sum(orders), sum(pieces), sum(lines), sum(value), sum(released), sum(due),
    sum(due_in_time), sum(despatched), sum(despatched_lines), sum(despatched_pieces), sum(despatched_value), sum(delivered)
  from figures group by 1, 2, 3;
  return null;
end $$;

-- Appends the differences that a statement makes to facts. An order is compared with itself, and only facts that its change touches are
-- worked out. Both versions of an order stand in one row: as two rows of a VALUES list, PostgreSQL would set up two lists of expressions
-- for each order, which took most of the time.
create or replace function append_order_changes() returns trigger language plpgsql
-- A connection keeps the plan of its first change: a plan for one order must not serve a change of thousands.
set enable_nestloop = off
set enable_mergejoin = off
as $$
begin
  insert into order_deltas (client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time, despatched,
    despatched_lines, despatched_pieces, despatched_value, delivered)
  with pairs as materialized (
    select b.client_code, b.status <> 'C' as old_counts, b.currency_code as old_currency, b.ordered_at as old_ordered_at,
      b.despatch_date as old_despatch_date, b.released_on as old_released_on, b.despatched_on as old_despatched_on,
      b.delivered_on as old_delivered_on, b.item_count as old_lines, b.quantity as old_pieces, b.total_value as old_value,
      a.status <> 'C' as new_counts, a.currency_code as new_currency, a.ordered_at as new_ordered_at,
      a.despatch_date as new_despatch_date, a.released_on as new_released_on, a.despatched_on as new_despatched_on,
      a.delivered_on as new_delivered_on, a.item_count as new_lines, a.quantity as new_pieces, a.total_value as new_value,
      k.is_counted_again or k.is_of_other_goods or b.ordered_at <> a.ordered_at as is_placed,
      k.is_counted_again or b.released_on is distinct from a.released_on as is_released,
      k.is_counted_again or b.despatch_date is distinct from a.despatch_date
        or coalesce(b.despatched_on <= b.despatch_date, false) <> coalesce(a.despatched_on <= a.despatch_date, false) as is_due,
      k.is_counted_again or k.is_of_other_goods or b.despatched_on is distinct from a.despatched_on as is_despatched,
      k.is_counted_again or b.delivered_on is distinct from a.delivered_on as is_delivered
    from before b
    join after a on a.client_code = b.client_code and a.order_number = b.order_number
    cross join lateral (
      select (b.status = 'C') <> (a.status = 'C') or b.currency_code <> a.currency_code as is_counted_again,
        (b.item_count, b.quantity, b.total_value) is distinct from (a.item_count, a.quantity, a.total_value) as is_of_other_goods
    ) k
    where k.is_counted_again or k.is_of_other_goods
      or (b.ordered_at, b.despatch_date, b.released_on, b.despatched_on, b.delivered_on)
        is distinct from (a.ordered_at, a.despatch_date, a.released_on, a.despatched_on, a.delivered_on)
  ), figures as (
    select client_code, old_currency as currency_code, (old_ordered_at at time zone 'Europe/London')::date as day, -1 as orders,
      -old_pieces as pieces, -old_lines as lines, -old_value as value, 0 as released, 0 as due, 0 as due_in_time, 0 as despatched,
      0 as despatched_lines, 0 as despatched_pieces, 0.0 as despatched_value, 0 as delivered
    from pairs where is_placed and old_counts
    union all
    select client_code, old_currency, old_released_on, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0
    from pairs where is_released and old_counts
    union all
    select client_code, old_currency, old_despatch_date, 0, 0, 0, 0, 0, -1, case when old_despatched_on <= old_despatch_date
      then -1 else 0 end, 0, 0, 0, 0, 0
    from pairs where is_due and old_counts
    union all
    select client_code, old_currency, old_despatched_on, 0, 0, 0, 0, 0, 0, 0, -1, -old_lines, -old_pieces, -old_value, 0
    from pairs where is_despatched and old_counts
    union all
    select client_code, old_currency, old_delivered_on, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1
    from pairs where is_delivered and old_counts
    union all
    select client_code, new_currency, (new_ordered_at at time zone 'Europe/London')::date, 1, new_pieces, new_lines, new_value,
      0, 0, 0, 0, 0, 0, 0, 0
    from pairs where is_placed and new_counts
    union all
    select client_code, new_currency, new_released_on, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0
    from pairs where is_released and new_counts
    union all
    select client_code, new_currency, new_despatch_date, 0, 0, 0, 0, 0, 1, case when new_despatched_on <= new_despatch_date then
      1 else 0 end, 0, 0, 0, 0, 0
    from pairs where is_due and new_counts
    union all
    select client_code, new_currency, new_despatched_on, 0, 0, 0, 0, 0, 0, 0, 1, new_lines, new_pieces, new_value, 0
    from pairs where is_despatched and new_counts
    union all
    select client_code, new_currency, new_delivered_on, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
    from pairs where is_delivered and new_counts
  )
  select * from (
    select client_code, currency_code, day, sum(orders) as orders, sum(pieces) as pieces, sum(lines) as lines, sum(value) as
      value,
      sum(released) as released, sum(due) as due, sum(due_in_time) as due_in_time, sum(despatched) as despatched,
      sum(despatched_lines) as despatched_lines, sum(despatched_pieces) as despatched_pieces,
      sum(despatched_value) as despatched_value, sum(delivered) as delivered
    from figures where day is not null group by 1, 2, 3
  ) as s
  where (orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces,
    despatched_value, delivered) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return null;
end $$;

grant select on order_record_facts, order_known_facts to despatch_app;
