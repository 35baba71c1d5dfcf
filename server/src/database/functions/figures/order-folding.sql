-- How facts of orders are folded, rebuilt and checked.

-- Folds up to `most` deltas into the facts, and returns how many it folded.
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

-- Rebuilds the facts from the orders. One statement sees orders, facts and deltas as of one moment, and deltas that are committed later
-- stay. Orders that count on the same days are grouped first, and only the groups are made into facts; facts that are right are not
-- written again.
create or replace function rebuild_order_facts() returns void language plpgsql
set work_mem = '64MB'
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of orders', 0));
  with gone as (
    delete from order_deltas
  ), alike as materialized (
    select client_code, currency_code, (ordered_at at time zone 'Europe/London')::date as placed_on, released_on, despatch_date,
      despatched_on, delivered_on, count(*) as orders, sum(quantity) as pieces, sum(item_count) as lines, sum(total_value) as value
    from orders where status <> 'C' and rest_now_and_then() group by 1, 2, 3, 4, 5, 6, 7
  ), figures as (
    select client_code, currency_code, placed_on as day, orders, pieces, lines, value, 0 as released, 0 as due, 0 as due_in_time,
      0 as despatched, 0 as despatched_lines, 0 as despatched_pieces, 0.0 as despatched_value, 0 as delivered
    from alike
    union all
    select client_code, currency_code, released_on, 0, 0, 0, 0, orders, 0, 0, 0, 0, 0, 0, 0 from alike where released_on is not null
    union all
    select client_code, currency_code, despatch_date, 0, 0, 0, 0, 0, orders,
      case when despatched_on <= despatch_date then orders else 0 end, 0, 0, 0, 0, 0
    from alike where despatch_date is not null
    union all
    select client_code, currency_code, despatched_on, 0, 0, 0, 0, 0, 0, 0, orders, lines, pieces, value, 0
    from alike where despatched_on is not null
    union all
    select client_code, currency_code, delivered_on, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, orders
    from alike where delivered_on is not null
  ), sums as materialized (
    select client_code, currency_code, day, sum(orders) as orders, sum(pieces) as pieces, sum(lines) as lines,
      sum(value) as value, sum(released) as released,
      sum(due) as due, sum(due_in_time) as due_in_time, sum(despatched) as despatched, sum(despatched_lines) as
      despatched_lines, sum(despatched_pieces) as despatched_pieces, sum(despatched_value) as despatched_value, sum(delivered)
      as delivered
    from figures group by 1, 2, 3
  ), emptied as (
    delete from order_facts f where not exists (
      select from sums s where s.client_code = f.client_code and s.day = f.day and s.currency_code = f.currency_code
    )
  )
  insert into order_facts as facts (client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time,
    despatched, despatched_lines, despatched_pieces,
    despatched_value, delivered)
  select * from sums
  on conflict (client_code, day, currency_code) do update set
    (orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces,
      despatched_value, delivered) =
      (excluded.orders, excluded.pieces, excluded.lines, excluded.value, excluded.released, excluded.due, excluded.due_in_time,
      excluded.despatched, excluded.despatched_lines, excluded.despatched_pieces, excluded.despatched_value,
      excluded.delivered)
  where (facts.orders, facts.pieces, facts.lines, facts.value, facts.released, facts.due, facts.due_in_time, facts.despatched,
    facts.despatched_lines, facts.despatched_pieces, facts.despatched_value, facts.delivered)
    is distinct from (excluded.orders, excluded.pieces, excluded.lines, excluded.value, excluded.released, excluded.due,
      excluded.due_in_time,
    excluded.despatched, excluded.despatched_lines, excluded.despatched_pieces, excluded.despatched_value, excluded.delivered);
end $$;

-- How many facts differ from the orders.
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
