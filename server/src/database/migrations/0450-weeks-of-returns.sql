-- What came back, and the pieces of orders, by week beside those by day, as months are kept (0393, 0394): Returns Trend Report
-- counts by week, and two years of all clients are two thousand rows of weeks where they are fifteen thousand of days.
create table return_weeks (
  client_code text collate "C" not null,
  split text collate "C" not null,
  value text collate "C" not null,
  -- Its Monday.
  week date not null,
  ordered_lines int not null,
  ordered_pieces bigint not null,
  despatched_lines int not null,
  despatched_pieces bigint not null,
  announced_lines int not null,
  announced_pieces bigint not null,
  received_lines int not null,
  received_pieces bigint not null,
  refunded_lines int not null,
  refunded_pieces bigint not null,
  primary key (client_code, split, value, week)
);
create table order_weeks (
  client_code text collate "C" not null,
  week date not null,
  pieces bigint not null,
  primary key (client_code, week)
);
select restrict_to_clients('return_weeks', 'order_weeks');
grant select, insert, update, delete on return_weeks, order_weeks to despatch_app;

-- By counting: date_trunc goes through time zones. 1 January 2001 was a Monday.
create function week_of(day date) returns date language sql immutable parallel safe as $$
  select day - (((day - date '2001-01-01') % 7 + 7) % 7)
$$;

create function keep_return_weeks() returns trigger language plpgsql as $$
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
create trigger keep_return_weeks_of_new after insert on return_facts
  referencing new table as after for each statement execute function keep_return_weeks();
create trigger keep_return_weeks_of_changed after update on return_facts
  referencing old table as before new table as after for each statement execute function keep_return_weeks();
create trigger keep_return_weeks_of_gone after delete on return_facts
  referencing old table as before for each statement execute function keep_return_weeks();

create function keep_order_weeks() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into order_weeks as weeks
  select client_code, week_of(day), sum(n * pieces) from (%s) as changed group by 1, 2 having sum(n * pieces) <> 0
  on conflict (client_code, week) do update set pieces = weeks.pieces + excluded.pieces
  $sql$, changed_facts(tg_op));
  return null;
end $$;
create trigger keep_order_weeks_of_new after insert on order_facts
  referencing new table as after for each statement execute function keep_order_weeks();
create trigger keep_order_weeks_of_changed after update on order_facts
  referencing old table as before new table as after for each statement execute function keep_order_weeks();
create trigger keep_order_weeks_of_gone after delete on order_facts
  referencing old table as before for each statement execute function keep_order_weeks();

-- How many figures are wrong, weeks included.
create function wrong_return_periods() returns bigint language sql as $$
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
create function wrong_order_periods() returns bigint language sql as $$
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

-- What there is already.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
insert into return_weeks
select client_code, split, value, week_of(day),
  sum(ordered_lines), sum(ordered_pieces), sum(despatched_lines), sum(despatched_pieces), sum(announced_lines),
  sum(announced_pieces), sum(received_lines), sum(received_pieces), sum(refunded_lines), sum(refunded_pieces)
from return_facts where split <> 'lag' group by 1, 2, 3, 4;
insert into order_weeks
select client_code, week_of(day), sum(pieces) from order_facts group by 1, 2;
select set_config('app.clients', '', true);
