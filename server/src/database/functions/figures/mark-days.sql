-- For a kind of figures, the columns (or expressions) of a record that it counts, and the days on which it counts the record.
create or replace function counted_of(kind text, out columns text, out days text) language sql immutable as $$
  select counted.columns, counted.days from (values
    ('order', 'ordered_at, status = ''C'', despatch_date, released_on, despatched_on, delivered_on, currency_code, item_count, quantity, total_value',
      'london_day(ordered_at), despatch_date, released_on, despatched_on, delivered_on'),
    ('parcel', 'carrier, carrier_service, region, despatched_at, carrier_promised_date, promised_date, delivered_on, state = ''pending''',
      'london_day(despatched_at), delivered_on, coalesce(carrier_promised_date, promised_date)'),
    ('exception', 'carrier, state, reason, occurred_at, is_late',
      'case when is_delivery_exception(state, reason) and not is_late then london_day(occurred_at) end'),
    ('return', 'quantity, announced, received, refunded, in_kits, reason_code, carrier, region, ordered_on, despatched_on, '
      'announced_on, received_on, refunded_on', 'ordered_on, despatched_on, announced_on, received_on, refunded_on')
  ) as counted (kind, columns, days) where counted.kind = counted_of.kind
$$;

-- Marks the client-days whose figures a statement changed. The trigger's argument is the kind of figures. Records are compared,
-- never sums: if one record leaves a day and another joins it, the day is still marked.
create or replace function mark_days() returns trigger language plpgsql as $$
declare
  counted record := counted_of(tg_argv[0]);
  -- Old rows have n = -1, new rows n = 1.
  changed text := case tg_op
    when 'INSERT' then 'select 1 as n, * from after'
    when 'DELETE' then 'select -1 as n, * from before'
    else 'select -1 as n, * from before union all select 1, * from after'
  end;
begin
  execute format($sql$
    insert into stale_days (kind, client_code, day)
    select distinct %L, client_code, day from (
      select client_code, unnest(array[%s]) as day from (%s) as records group by client_code, %s having sum(n) <> 0
    ) as marked where day is not null
  $sql$, tg_argv[0], counted.days, changed, counted.columns);
  return null;
end $$;

-- Marks all of a client's days that have records or figures of a kind. Returns the number of days.
create or replace function mark_all_days(kind text, asked_client text) returns bigint language plpgsql as $$
declare marked bigint;
begin
  execute format($sql$
    insert into stale_days (kind, client_code, day)
    select %1$L, $1, day from (
      select day from %2$I where client_code = $1 union select day from %3$I($1, '-infinity', 'infinity')
    ) as days
  $sql$, kind, kind || '_facts', kind || '_facts_of') using asked_client;
  get diagnostics marked = row_count;
  return marked;
end $$;
