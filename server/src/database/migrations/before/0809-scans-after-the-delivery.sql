-- Scans that came after their parcel was delivered say nothing of it: reports of what went wrong under way leave them out. Whoever
-- applies events to parcels keeps which they are.
alter table delivery_events add column is_late boolean not null default false;

create or replace view exception_record_facts with (security_invoker = true) as
select client_code, (occurred_at at time zone 'Europe/London')::date as day, carrier, state, reason, 1 as events
from delivery_events
where (reason <> '' or state in ('delivery_delayed', 'delivery_failed', 'on_hold', 'return_to_sender')) and not is_late;

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
