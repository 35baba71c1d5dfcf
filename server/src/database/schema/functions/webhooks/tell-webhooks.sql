-- What is to be told to webhooks follows from what is written, no matter who writes it: no verb and no feed can forget it. Each
-- runs once a statement, and asks first whether anyone listens: most clients have no webhook, and a feed changes thousands
-- of parcels a second. A payload holds numbers and states alone: a note may name a person.

-- Row-level security shows the webhooks of the transaction's clients alone.
create function anybody_listens_to(kind text) returns boolean language sql stable as $$
  select exists (
    select from webhooks w where w.active and exists (select from unnest(w.events) as event where starts_with(event, kind))
  )
$$;

create function tell_webhooks_of_orders() returns trigger language plpgsql as $$
begin
  if not anybody_listens_to('order.') then
    return null;
  end if;
  insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
  select w.client_code, w.webhook_id, gen_random_uuid(), 'order.' || lower(h.act), h.at,
    jsonb_build_object('orderNumber', h.order_number, 'version', h.version, 'Status', h.status), now()
  from told h
  join webhooks w on w.client_code = h.client_code and w.active and ('order.' || lower(h.act)) = any (w.events)
  order by h.order_number, h.version;
  return null;
end $$;
create trigger tell_webhooks after insert on order_history
  referencing new table as told for each statement execute function tell_webhooks_of_orders();

-- Of a parcel that is new its first state is told, so that its number is known to the receiver before its carrier says
-- anything; of one that is known each state that is another than before. A trigger on insert knows no old rows, hence the
-- statement that is put together. The number is as the warehouse writes it.
create function tell_webhooks_of_parcels() returns trigger language plpgsql as $$
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
create trigger tell_webhooks_of_new after insert on parcels
  referencing new table as told for each statement execute function tell_webhooks_of_parcels();
create trigger tell_webhooks_of_changed after update on parcels
  referencing new table as told old table as told_before for each statement execute function tell_webhooks_of_parcels();
