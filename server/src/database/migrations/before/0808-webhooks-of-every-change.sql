-- What an entry of an order's history is called where webhooks are told of it.
create function order_event(act text) returns text language sql immutable as $$
  select case act when 'Amendment undone' then 'order.undone' when 'Fed again' then 'order.fed_again'
    when 'Closed short' then 'order.closed_short' else 'order.' || lower(act) end
$$;

create or replace function tell_webhooks_of_orders() returns trigger language plpgsql as $$
begin
  if not anybody_listens_to('order.') then
    return null;
  end if;
  insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
  select w.client_code, w.webhook_id, gen_random_uuid(), order_event(h.act), h.at,
    jsonb_build_object('orderNumber', h.order_number, 'version', h.version, 'Status', h.status), now()
  from told h
  join webhooks w on w.client_code = h.client_code and w.active and order_event(h.act) = any (w.events)
  order by h.order_number, h.version;
  return null;
end $$;

-- Holds those who listen: anyone who deletes one waits until its deliveries are written, and what is deleted by then is not seen.
-- Row-level security shows the webhooks of the transaction's clients alone.
create or replace function anybody_listens_to(kind text) returns boolean language plpgsql volatile as $$
begin
  perform from webhooks w where w.active and exists (select from unnest(w.events) as event where starts_with(event, kind))
  order by w.client_code, w.webhook_id for key share;
  return found;
end $$;
