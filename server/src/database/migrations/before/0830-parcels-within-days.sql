-- Parcels that move between delivery days in one statement count in how many took one, two, three or five days. The test of
-- whether anything changed left these counts out: where the number of parcels and the sum of their days stayed the same, the
-- change was lost.
create or replace function append_parcel_changes() returns trigger language plpgsql as $$
begin
  insert into parcel_deltas
  select s.client_code, f.day, s.carrier, s.carrier_service, s.region, sum(s.n * f.despatched), sum(s.n * f.delivered),
    sum(s.n * f.days_taken), sum(s.n * f.within_1), sum(s.n * f.within_2), sum(s.n * f.within_3), sum(s.n * f.within_5),
    sum(s.n * f.promised), sum(s.n * f.on_time), sum(s.n * f.late), sum(s.n * f.silent)
  from (
    select client_code, carrier, carrier_service, region, despatched_at, promised_date, delivered_on,
      case when state = 'pending' then 'pending' else '' end as state, sum(n)::int as n
    from (
      select -1 as n, client_code, carrier, carrier_service, region, despatched_at,
        coalesce(carrier_promised_date, promised_date) as promised_date, delivered_on, state
      from before
      union all
      select 1, client_code, carrier, carrier_service, region, despatched_at, coalesce(carrier_promised_date, promised_date),
        delivered_on, state
      from after
    ) as c
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0
  ) as s
  cross join lateral parcel_fact_rows(s.despatched_at, s.promised_date, s.delivered_on, s.state) f
  group by 1, 2, 3, 4, 5
  having (sum(s.n * f.despatched), sum(s.n * f.delivered), sum(s.n * f.days_taken), sum(s.n * f.within_1), sum(s.n * f.within_2),
    sum(s.n * f.within_3), sum(s.n * f.within_5), sum(s.n * f.promised), sum(s.n * f.on_time), sum(s.n * f.late),
    sum(s.n * f.silent)) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return null;
end $$;

-- Counts the figures of parcels again, because changes were lost before: client by client, each in a transaction of its own. 0832
-- calls it.
create procedure count_parcels_again() language plpgsql as $$
declare one text;
begin
  -- These may have lost changes by the old function.
  perform wait_for_changes_of('{parcels}');
  perform set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
  foreach one in array array(select client_code from clients order by 1) loop
    commit;
    perform set_config('app.clients', array[one]::text, true);
    -- Where others hold a lock for long it gives way, and is called again.
    perform set_config('lock_timeout', '5s', true);
    perform rebuild_parcel_facts();
  end loop;
end $$;
