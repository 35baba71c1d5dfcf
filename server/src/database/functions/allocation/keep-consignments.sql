-- Saves decisions and takes the capacity that they need. Returns false, and saves nothing, if another transaction took the
-- capacity. Capacity rows are locked last, by day and carrier, because every order needs them; the exception releases them.
create or replace function keep_consignments(asked_client text, decided_at timestamptz, decided_by text, decided jsonb, takes jsonb)
returns boolean
language plpgsql as $$
declare
  taken int;
begin
  insert into consignments (client_code, at, by_name, order_number, attempt, number, state, despatch_day,
    rule_book_version, parcels, consignment, usage_seen, conflict, carrier, client_method_id, cost, why, by_hand, passed_over)
  select asked_client, decided_at, decided_by, c.* from jsonb_to_recordset(decided) as c (
    order_number text, attempt int, number int, state text, despatch_day date, rule_book_version int, parcels int,
    consignment jsonb, usage_seen jsonb, conflict jsonb, carrier text, client_method_id text, cost numeric, why text,
    by_hand jsonb, passed_over jsonb);
  insert into capacity_usage as u (client_code, carrier, despatch_day, parcels)
  select asked_client, t.carrier, t.day, t.parcels
  from jsonb_to_recordset(takes) as t (carrier text, day date, parcels int)
  order by t.day, t.carrier collate "C"
  on conflict (client_code, despatch_day, carrier) do update set parcels = u.parcels + excluded.parcels
  where u.parcels + excluded.parcels <= coalesce((
    select t.slot from jsonb_to_recordset(takes) as t (carrier text, day date, slot int)
    where t.carrier = u.carrier and t.day = u.despatch_day
  ), 2000000000);
  get diagnostics taken = row_count;
  if taken < jsonb_array_length(takes) then
    raise exception 'no room' using errcode = 'NOROM';
  end if;
  return true;
exception when sqlstate 'NOROM' then
  return false;
end $$;
