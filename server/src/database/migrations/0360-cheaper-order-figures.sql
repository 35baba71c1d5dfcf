-- Figures of orders that change cost less of what is taken in: an order is compared with itself, and only the figures that its
-- change touches are worked out, where each change was all figures of the order taken away and given again.
create or replace function append_order_changes() returns trigger language plpgsql
-- The plan of the first change is kept for all that a connection makes: one of one order is not to be that of thousands.
set enable_nestloop = off
as $$
begin
  insert into order_deltas (client_code, currency_code, day, orders, pieces, lines, value, released, due, due_in_time, despatched,
    despatched_lines, despatched_pieces, despatched_value, delivered)
  with changed as materialized (
    select b.client_code, s.n, s.currency_code, s.ordered_at, s.despatch_date, s.released_on, s.despatched_on, s.delivered_on,
      s.item_count, s.quantity, s.total_value,
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
    cross join lateral (values
      (-1, b.status, b.currency_code, b.ordered_at, b.despatch_date, b.released_on, b.despatched_on, b.delivered_on, b.item_count,
        b.quantity, b.total_value),
      (1, a.status, a.currency_code, a.ordered_at, a.despatch_date, a.released_on, a.despatched_on, a.delivered_on, a.item_count,
        a.quantity, a.total_value)
    ) as s (n, status, currency_code, ordered_at, despatch_date, released_on, despatched_on, delivered_on, item_count, quantity,
      total_value)
    where s.status <> 'C' and (k.is_counted_again or k.is_of_other_goods
      or (b.ordered_at, b.despatch_date, b.released_on, b.despatched_on, b.delivered_on)
        is distinct from (a.ordered_at, a.despatch_date, a.released_on, a.despatched_on, a.delivered_on))
  ), figures as (
    select client_code, currency_code, (ordered_at at time zone 'Europe/London')::date as day, n as orders, n * quantity as pieces,
      n * item_count as lines, n * total_value as value, 0 as released, 0 as due, 0 as due_in_time, 0 as despatched,
      0 as despatched_lines, 0 as despatched_pieces, 0.0 as despatched_value, 0 as delivered
    from changed where is_placed
    union all
    select client_code, currency_code, released_on, 0, 0, 0, 0, n, 0, 0, 0, 0, 0, 0, 0 from changed where is_released
    union all
    select client_code, currency_code, despatch_date, 0, 0, 0, 0, 0, n, case when despatched_on <= despatch_date then n else 0 end,
      0, 0, 0, 0, 0
    from changed where is_due
    union all
    select client_code, currency_code, despatched_on, 0, 0, 0, 0, 0, 0, 0, n, n * item_count, n * quantity, n * total_value, 0
    from changed where is_despatched
    union all
    select client_code, currency_code, delivered_on, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, n from changed where is_delivered
  )
  select * from (
    select client_code, currency_code, day, sum(orders) as orders, sum(pieces) as pieces, sum(lines) as lines, sum(value) as value,
      sum(released) as released, sum(due) as due, sum(due_in_time) as due_in_time, sum(despatched) as despatched,
      sum(despatched_lines) as despatched_lines, sum(despatched_pieces) as despatched_pieces,
      sum(despatched_value) as despatched_value, sum(delivered) as delivered
    from figures where day is not null group by 1, 2, 3
  ) as s
  where (orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces,
    despatched_value, delivered) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return null;
end $$;

-- Of a new order the days that it has not reached make no figures: most have been placed, and are due.
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

-- Called only where the statement that changes a status has not set the days itself: feeds do.
create or replace trigger keep_order_days before update of status on orders for each row
  when (old.status is distinct from new.status and (
    (new.status in ('R', 'P', 'K', 'D', 'V')) <> (new.released_on is not null)
    or (new.status in ('D', 'V')) <> (new.despatched_on is not null)
    or (new.status = 'V') <> (new.delivered_on is not null)))
  execute function keep_order_days();
