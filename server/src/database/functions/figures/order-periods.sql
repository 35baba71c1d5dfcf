-- Figures of orders by month and week.
create or replace function keep_order_month_facts() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into order_month_facts as months (client_code, month, currency_code,
    orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces,
      despatched_value, delivered)
  select client_code, date_trunc('month', day::timestamp)::date, currency_code,
    sum(n * orders), sum(n * pieces), sum(n * lines), sum(n * value), sum(n * released), sum(n * due), sum(n * due_in_time),
      sum(n * despatched), sum(n * despatched_lines), sum(n * despatched_pieces), sum(n * despatched_value), sum(n * delivered)
  from (%s) as changed group by 1, 2, 3
  having (sum(n * orders), sum(n * pieces), sum(n * lines), sum(n * value), sum(n * released), sum(n * due), sum(n * due_in_time),
      sum(n * despatched), sum(n * despatched_lines), sum(n * despatched_pieces), sum(n * despatched_value), sum(n * delivered))
    is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  on conflict (client_code, month, currency_code) do update set
    orders = months.orders + excluded.orders, pieces = months.pieces + excluded.pieces, lines = months.lines + excluded.lines,
      value = months.value + excluded.value, released = months.released + excluded.released, due = months.due + excluded.due,
      due_in_time = months.due_in_time + excluded.due_in_time, despatched = months.despatched + excluded.despatched,
      despatched_lines = months.despatched_lines + excluded.despatched_lines,
      despatched_pieces = months.despatched_pieces + excluded.despatched_pieces,
      despatched_value = months.despatched_value + excluded.despatched_value, delivered = months.delivered + excluded.delivered
  $sql$, changed_facts(tg_op));
  return null;
end $$;

create or replace function keep_order_weeks() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into order_weeks as weeks
  select client_code, week_of(day), sum(n * pieces) from (%s) as changed group by 1, 2 having sum(n * pieces) <> 0
  on conflict (client_code, week) do update set pieces = weeks.pieces + excluded.pieces
  $sql$, changed_facts(tg_op));
  return null;
end $$;

-- How many figures are wrong: facts by day that differ from the orders, and months that are not the sums of their days.
create or replace function wrong_order_days_and_months() returns bigint language sql as $$
  select wrong_order_facts() + (
    select count(*) from (
      select client_code, month, currency_code from (
        select client_code, date_trunc('month', day::timestamp)::date as month, currency_code,
          orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces,
            despatched_value, delivered
        from order_facts
        union all
        select client_code, month, currency_code,
          -orders, -pieces, -lines, -value, -released, -due, -due_in_time, -despatched, -despatched_lines, -despatched_pieces,
            -despatched_value, -delivered
        from order_month_facts
      ) as both_sides
      group by 1, 2, 3
      having (sum(orders), sum(pieces), sum(lines), sum(value), sum(released), sum(due), sum(due_in_time), sum(despatched),
        sum(despatched_lines), sum(despatched_pieces), sum(despatched_value), sum(delivered))
        is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    ) as wrong
  )
$$;

-- The same, with weeks.
create or replace function wrong_order_periods() returns bigint language sql as $$
  select wrong_order_days_and_months() + (
    select count(*) from (
      select client_code, week from (
        select client_code, week_of(day) as week, pieces from order_facts
        union all
        select client_code, week, -pieces from order_weeks
      ) as both_sides
      group by 1, 2 having sum(pieces) <> 0
    ) as wrong
  )
$$;
