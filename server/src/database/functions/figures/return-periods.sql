-- Figures of returns by month and week.

-- Received pieces by day: one column of the facts, in place of five kinds of rows made of each.
create or replace view returned_by_day with (security_invoker = true) as
select client_code, day, received_pieces as pieces from return_facts where split = 'all';

create or replace view returned_not_folded with (security_invoker = true) as
select client_code, day, pieces from return_delta_facts where split = 'all' and counted_by = 'received';

create or replace view returned_known with (security_invoker = true) as
select * from returned_by_day union all select * from returned_not_folded;

-- The changes of returned_by_day, by the version that each made.
create or replace view returned_lately with (security_invoker = true) as
select client_code, version, day, received_pieces as pieces from return_changes;

create or replace function keep_return_months() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into return_months as months (client_code, month, pieces)
  select client_code, date_trunc('month', day::timestamp)::date, sum(n * received_pieces)
  from (%s) as changed where split = 'all' group by 1, 2 having sum(n * received_pieces) <> 0
  on conflict (client_code, month) do update set pieces = months.pieces + excluded.pieces
  $sql$, changed_facts(tg_op));
  return null;
end $$;

create or replace function keep_return_weeks() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into return_weeks as weeks
  select client_code, split, value, week_of(day),
    sum(n * ordered_lines), sum(n * ordered_pieces), sum(n * despatched_lines), sum(n * despatched_pieces),
    sum(n * announced_lines), sum(n * announced_pieces), sum(n * received_lines), sum(n * received_pieces),
    sum(n * refunded_lines), sum(n * refunded_pieces)
  -- The day of a lag is a month already.
  from (%s) as changed where split <> 'lag' group by 1, 2, 3, 4
  having (sum(n * ordered_lines), sum(n * ordered_pieces), sum(n * despatched_lines), sum(n * despatched_pieces),
    sum(n * announced_lines), sum(n * announced_pieces), sum(n * received_lines), sum(n * received_pieces),
    sum(n * refunded_lines), sum(n * refunded_pieces)) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  on conflict (client_code, split, value, week) do update set
    ordered_lines = weeks.ordered_lines + excluded.ordered_lines,
    ordered_pieces = weeks.ordered_pieces + excluded.ordered_pieces,
    despatched_lines = weeks.despatched_lines + excluded.despatched_lines,
    despatched_pieces = weeks.despatched_pieces + excluded.despatched_pieces,
    announced_lines = weeks.announced_lines + excluded.announced_lines,
    announced_pieces = weeks.announced_pieces + excluded.announced_pieces,
    received_lines = weeks.received_lines + excluded.received_lines,
    received_pieces = weeks.received_pieces + excluded.received_pieces,
    refunded_lines = weeks.refunded_lines + excluded.refunded_lines,
    refunded_pieces = weeks.refunded_pieces + excluded.refunded_pieces
  $sql$, changed_facts(tg_op));
  return null;
end $$;

-- How many figures are wrong: facts by day that differ from the returns, and months that are not the sums of their days.
create or replace function wrong_return_days_and_months() returns bigint language sql as $$
  select wrong_return_facts() + (
    select count(*) from (
      select client_code, month from (
        select client_code, date_trunc('month', day::timestamp)::date as month, pieces from returned_by_day
        union all
        select client_code, month, -pieces from return_months
      ) as both_sides
      group by 1, 2 having sum(pieces) <> 0
    ) as wrong
  )
$$;

-- The same, with weeks.
create or replace function wrong_return_periods() returns bigint language sql as $$
  select wrong_return_days_and_months() + (
    select count(*) from (
      select client_code, split, value, week from (
        select client_code, split, value, week_of(day) as week, ordered_lines, ordered_pieces, despatched_lines,
          despatched_pieces, announced_lines, announced_pieces, received_lines, received_pieces, refunded_lines, refunded_pieces
        from return_facts where split <> 'lag'
        union all
        select client_code, split, value, week, -ordered_lines, -ordered_pieces, -despatched_lines, -despatched_pieces,
          -announced_lines, -announced_pieces, -received_lines, -received_pieces, -refunded_lines, -refunded_pieces
        from return_weeks
      ) as both_sides
      group by 1, 2, 3, 4
      having (sum(ordered_lines), sum(ordered_pieces), sum(despatched_lines), sum(despatched_pieces), sum(announced_lines),
        sum(announced_pieces), sum(received_lines), sum(received_pieces), sum(refunded_lines), sum(refunded_pieces))
        is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    ) as wrong
  )
$$;

grant select on returned_by_day, returned_not_folded, returned_known, returned_lately to despatch_app;
