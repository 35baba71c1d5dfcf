-- Triggers write the deliveries of webhooks, so that no command and no feed can forget them. Each runs once for a statement, and
-- first checks that a webhook subscribes, because most clients have none and a feed changes thousands of parcels a second.
-- Payloads hold numbers and states only: a note may name a person.

-- Whether an active webhook subscribes to this kind of event. Locks those that do, so that a transaction that deletes one waits
-- until its deliveries are written. Row-level security shows only webhooks of the transaction's clients.
create or replace function anybody_listens_to(kind text) returns boolean language plpgsql volatile as $$
begin
  perform from webhooks w where w.active and exists (select from unnest(w.events) as event where starts_with(event, kind))
  order by w.client_code, w.webhook_id for key share;
  return found;
end $$;

-- The event name of a history entry.
create or replace function order_event(act text) returns text language sql immutable as $$
  select case act when 'Amendment undone' then 'order.undone' when 'Fed again' then 'order.fed_again'
    when 'Closed short' then 'order.closed_short'
    when 'Carrier chosen by hand' then 'order.carrier_changed' when 'Carrier left to allocation' then 'order.carrier_changed'
    when 'Rated again' then 'order.carrier_changed'
    when 'Choice of carrier undone' then 'order.undone' when 'Rating again undone' then 'order.undone'
    else 'order.' || lower(act) end
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

-- Sends a new parcel with its first state, so that the receiver knows its number early, and a known parcel with each new state.
-- The statement is built as text, because an insert trigger has no table of old rows. Numbers are as the warehouse writes them.
create or replace function tell_webhooks_of_parcels() returns trigger language plpgsql as $$
begin
  if not anybody_listens_to('parcel.') then
    return null;
  end if;
  execute $tell$
    insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
    select w.client_code, w.webhook_id, gen_random_uuid(), 'parcel.' || p.state, coalesce(p.state_at, p.despatched_at),
      jsonb_build_object('orderNumber', p.order_number, 'trackingNumber', coalesce(p.written_as, p.tracking_number),
        'carrier', p.carrier, 'state', p.state, 'reason', p.reason, 'promisedDate', p.promised_date,
        'deliveredAt', p.delivered_at), now()
    from told p
    join webhooks w on w.client_code = p.client_code and w.active and ('parcel.' || p.state) = any (w.events)
  $tell$ || case tg_op when 'UPDATE' then $changed$
    join told_before b on b.client_code = p.client_code and b.tracking_number = p.tracking_number and b.state <> p.state
  $changed$ else '' end || 'order by p.tracking_number';
  return null;
end $$;
