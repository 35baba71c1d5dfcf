-- Tracking numbers are compared without their blanks and hyphens, in capitals, and kept so: the writing stands beside the
-- number. What was kept otherwise is renamed in pieces by `normalise-tracking-numbers`.
alter table parcels add column written_as text;

-- A parcel that is renamed takes what is in it along.
alter table parcel_contents drop constraint parcel_contents_client_code_tracking_number_fkey;
alter table parcel_contents add constraint parcel_contents_parcel
  foreign key (client_code, tracking_number) references parcels on update cascade not valid;

-- Of two writings of one number one row stays.
grant delete on parcels, parcel_contents, delivery_events to despatch_app;

-- As before, with the number as the warehouse writes it.
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
