-- The figures of a client's orders: orders placed, released, due, despatched and delivered on each day. Cancelled orders are left
-- out.
create or replace function order_facts_of(asked_client text, first_day date, last_day date) returns setof order_facts
language sql stable as $$
  select asked_client, day, sum(orders)::int, sum(pieces)::bigint, currency_code, sum(lines)::int, sum(value), sum(released)::int,
    sum(due)::int, sum(due_in_time)::int, sum(despatched)::int, sum(despatched_lines)::int, sum(despatched_pieces)::bigint,
    sum(despatched_value), sum(delivered)::int
  from (
    select london_day(ordered_at) as day, currency_code, count(*) as orders, sum(quantity) as pieces, sum(item_count) as lines,
      sum(total_value) as value, 0 as released, 0 as due, 0 as due_in_time, 0 as despatched, 0 as despatched_lines,
      0 as despatched_pieces, 0 as despatched_value, 0 as delivered
    from orders
    where client_code = asked_client and ordered_at >= london_midnight(first_day) and ordered_at < london_midnight(last_day + 1)
      and status <> 'C' group by 1, 2
    union all
    select released_on, currency_code, 0, 0, 0, 0, count(*), 0, 0, 0, 0, 0, 0, 0 from orders
    where client_code = asked_client and released_on between first_day and last_day and status <> 'C' group by 1, 2
    union all
    select despatch_date, currency_code, 0, 0, 0, 0, 0, count(*), count(*) filter (where despatched_on <= despatch_date), 0, 0, 0, 0, 0
    from orders
    where client_code = asked_client and despatch_date between first_day and last_day and status <> 'C' group by 1, 2
    union all
    select despatched_on, currency_code, 0, 0, 0, 0, 0, 0, 0, count(*), sum(item_count), sum(quantity), sum(total_value), 0
    from orders
    where client_code = asked_client and despatched_on between first_day and last_day and status <> 'C' group by 1, 2
    union all
    select delivered_on, currency_code, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*) from orders
    where client_code = asked_client and delivered_on between first_day and last_day and status <> 'C' group by 1, 2
  ) as counted
  group by day, currency_code
$$;
