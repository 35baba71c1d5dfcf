create or replace function is_delivery_exception(state text, reason text) returns boolean language sql immutable parallel safe
  return reason <> '' or state in ('delivery_delayed', 'delivery_failed', 'on_hold', 'return_to_sender');

-- Counts a client's delivery exceptions by the day on which they occurred. Late scans (is_late), which arrived after their parcel
-- was delivered, are left out. The condition is written as in the index delivery_events_exceptions.
create or replace function exception_facts_of(asked_client text, first_day date, last_day date) returns setof exception_facts
language sql stable as $$
  select asked_client, london_day(occurred_at), carrier, state, reason, count(*)::int
  from delivery_events
  where client_code = asked_client and occurred_at >= london_midnight(first_day) and occurred_at < london_midnight(last_day + 1)
    and (reason <> '' or state in ('delivery_delayed', 'delivery_failed', 'on_hold', 'return_to_sender')) and not is_late
  group by 2, 3, 4, 5
$$;
