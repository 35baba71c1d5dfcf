-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench claims).
-- After a new carrier event a parcel can no longer be claimed as lost. If the parcel was delivered, a claim that the carrier has
-- not answered is withdrawn. If the event says damaged or lost, a job judges the parcel again.
create or replace function keep_claims_of_parcels() returns trigger language plpgsql as $$
begin
  delete from claim_candidates c using told t join told_before b
    on b.client_code = t.client_code and b.tracking_number = t.tracking_number and b.state_at is distinct from t.state_at
  where c.client_code = t.client_code and c.tracking_number = t.tracking_number and c.cause = 'lost' and c.claim_id is null;
  insert into claim_hints (client_code, tracking_number)
  select t.client_code, t.tracking_number from told t join told_before b
    on b.client_code = t.client_code and b.tracking_number = t.tracking_number and b.reason is distinct from t.reason
  where t.reason ~* 'damag|lost' order by 1, 2
  on conflict do nothing;
  with arrived as (
    select c.client_code, c.claim_id, t.delivered_on from told t join told_before b
      on b.client_code = t.client_code and b.tracking_number = t.tracking_number
      and b.delivered_on is null and t.delivered_on is not null
    join claims c on c.client_code = t.client_code and c.tracking_number = t.tracking_number
      and c.cause = 'lost' and c.state in ('prepared', 'sent', 'acknowledged')
  ), freed as (
    delete from claim_candidates d using arrived a where d.client_code = a.client_code and d.claim_id = a.claim_id
  ), stopped as (
    update claims c set state = 'withdrawn', version = c.version + 1, closed_at = now()
    from arrived a where c.client_code = a.client_code and c.claim_id = a.claim_id
  )
  insert into claim_events (client_code, claim_id, at, by_name, what, text)
  select client_code, claim_id, now(), '', 'arrived', delivered_on::text from arrived order by claim_id;
  return null;
end $$;

-- If a return's reason says damaged, a job judges the parcels of its order again.
create or replace function hint_claims_of_returns() returns trigger language plpgsql as $$
begin
  insert into claim_hints (client_code, tracking_number)
  select distinct p.client_code, p.tracking_number from added a cross join lateral (
    select client_code, tracking_number from parcels
    where client_code = a.client_code and order_number between a.order_number and a.order_number
    order by order_number offset 0
  ) p
  where a.reason_code ~* 'damag' order by 1, 2
  on conflict do nothing;
  return null;
end $$;
