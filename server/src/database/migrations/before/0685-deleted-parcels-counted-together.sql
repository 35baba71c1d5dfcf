-- Parcels that are deleted together are counted together, as those that are added are: each left rows of its own to fold.
create or replace function append_parcel_losses() returns trigger language plpgsql as $$
begin
  insert into parcel_deltas
  select b.client_code, f.day, b.carrier, b.carrier_service, b.region, -sum(f.despatched), -sum(f.delivered),
    -sum(f.days_taken), -sum(f.within_1), -sum(f.within_2), -sum(f.within_3), -sum(f.within_5), -sum(f.promised),
    -sum(f.on_time), -sum(f.late), -sum(f.silent)
  from before b cross join lateral parcel_fact_rows(b.despatched_at, b.promised_date, b.delivered_on, b.state) f
  group by 1, 2, 3, 4, 5;
  return null;
end $$;
