-- Webhooks get each SKU and state of a return once: feeds repeat events, and only news is sent.
create or replace function tell_webhooks_of_returns() returns trigger language plpgsql as $$
begin
  if not anybody_listens_to('return.') then
    return null;
  end if;
  insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
  select w.client_code, w.webhook_id, gen_random_uuid(), 'return.' || r.state, r.occurred_at,
    jsonb_build_object('returnReference', r.return_reference, 'orderNumber', r.order_number, 'SKU', r.sku_code,
      'quantity', case when r.growth > 0 and r.state not in ('restocked', 'quarantined') then r.growth else r.quantity end,
      'state', r.state, 'reasonCode', r.reason_code), now()
  from told r
  join webhooks w on w.client_code = r.client_code and w.active and ('return.' || r.state) = any (w.events)
  where r.is_news
  order by r.order_number, r.return_reference, r.event_key;
  return null;
end $$;
