-- Payloads about claims hold numbers and states, no free text.
create or replace function tell_webhooks_of_claims() returns trigger language plpgsql as $$
begin
  if not anybody_listens_to('claim.') then
    return null;
  end if;
  insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
  select w.client_code, w.webhook_id, gen_random_uuid(), k.kind, e.at,
    jsonb_build_object('claimNumber', 'C-' || lpad(c.claim_id::text, 6, '0'), 'orderNumber', c.order_number,
      'trackingNumber', c.tracking_number, 'carrier', c.carrier, 'cause', c.cause, 'state', c.state, 'deadline', c.deadline), now()
  from told e
  join claims c on c.client_code = e.client_code and c.claim_id = e.claim_id
  cross join lateral (select 'claim.' || case e.what when 'partly accepted' then 'accepted' when 'appealed' then 'sent'
    when 'arrived' then 'withdrawn' else e.what end as kind) k
  join webhooks w on w.client_code = e.client_code and w.active and k.kind = any (w.events)
  join clients l on l.client_code = w.client_code
    and (l.menu_options is null or 'reportsAndEnquiries.claimsPreparation' = any (l.menu_options))
    and not l.disabled_objects ? 'reportsAndEnquiries.claimsPreparation'
  order by e.event_id;
  return null;
end $$;
