-- Facts of delivery exceptions: events that say that something went wrong on the way. Scans that arrived after their parcel was
-- delivered (is_late) say nothing about it, and are left out.
create or replace function is_delivery_exception(state text, reason text) returns boolean language sql immutable parallel safe
  return reason <> '' or state in ('delivery_delayed', 'delivery_failed', 'on_hold', 'return_to_sender');

-- The facts as the events say them: facts and deltas together must be equal to these.
create or replace view exception_record_facts with (security_invoker = true) as
select client_code, (occurred_at at time zone 'Europe/London')::date as day, carrier, state, reason, 1 as events
from delivery_events
where (reason <> '' or state in ('delivery_delayed', 'delivery_failed', 'on_hold', 'return_to_sender')) and not is_late;

-- Facts and deltas together.
create or replace view exception_known_facts with (security_invoker = true) as
select * from exception_facts union all select * from exception_deltas;

create or replace function append_exceptions() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into exception_deltas
    select client_code, (occurred_at at time zone 'Europe/London')::date, carrier, state, reason, -count(*)
    from before where is_delivery_exception(state, reason) and not is_late group by 1, 2, 3, 4, 5;
  end if;
  if tg_op <> 'DELETE' then
    insert into exception_deltas
    select client_code, (occurred_at at time zone 'Europe/London')::date, carrier, state, reason, count(*)
    from after where is_delivery_exception(state, reason) and not is_late group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $$;

-- Folds up to `most` deltas into the facts, and returns how many it folded.
create or replace function fold_exception_deltas(most int) returns int language plpgsql as $$
declare folded int;
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of exceptions', 0));
  with gone as (
    delete from exception_deltas where ctid = any (array(select ctid from exception_deltas limit most)) returning *
  ), added as (
    insert into exception_facts as facts
    select client_code, day, carrier, state, reason, sum(events) from gone group by 1, 2, 3, 4, 5
    on conflict (client_code, day, carrier, state, reason) do update set events = facts.events + excluded.events
  )
  select count(*)::int into folded from gone;
  return folded;
end $$;

-- Rebuilds the facts from the events; facts that are right are not written again. One statement sees events, facts and deltas as of one
-- moment, and deltas that are committed later stay.
create or replace function rebuild_exception_facts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of exceptions', 0));
  with gone as (
    delete from exception_deltas
  ), sums as materialized (
    select client_code, day, carrier, state, reason, sum(events) as events from exception_record_facts
    where rest_now_and_then() group by 1, 2, 3, 4, 5
  ), emptied as (
    delete from exception_facts f where not exists (
      select from sums s where s.client_code = f.client_code and s.day = f.day and s.carrier = f.carrier
        and s.state = f.state and s.reason = f.reason
    )
  )
  insert into exception_facts as facts select * from sums
  on conflict (client_code, day, carrier, state, reason) do update set events = excluded.events
    where facts.events <> excluded.events;
end $$;

-- How many facts differ from the events.
create or replace function wrong_exception_facts() returns bigint language sql as $$
  select count(*) from (
    select client_code, day, carrier, state, reason from (
      select * from exception_known_facts
      union all select client_code, day, carrier, state, reason, -events from exception_record_facts
    ) as both_sides
    group by 1, 2, 3, 4, 5 having sum(events) <> 0
  ) as wrong
$$;

grant select on exception_record_facts, exception_known_facts to despatch_app;
