-- What is told to webhooks of parcels is said once, and asks first whether anybody listens: most clients have no webhook,
-- and a feed changes thousands of parcels a second. A secret or key that is replaced goes on for a while.

-- Row-level security shows the webhooks of the transaction's clients alone.
create function anybody_listens_to(kind text) returns boolean language sql stable as $$
  select exists (
    select from webhooks w where w.active and exists (select from unnest(w.events) as event where starts_with(event, kind))
  )
$$;

create or replace function tell_webhooks_of_orders() returns trigger language plpgsql as $$
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

drop trigger tell_webhooks on parcels;
drop trigger tell_webhooks_of_new on parcels;
drop function tell_webhooks_of_new_parcels();

-- Of a parcel that is new its first state is told, so that its number is known to the receiver before its carrier says
-- anything; of one that is known each state that is another than before. A trigger on insert knows no old rows, hence the
-- statement that is put together.
create or replace function tell_webhooks_of_parcels() returns trigger language plpgsql as $$
begin
  if not anybody_listens_to('parcel.') then
    return null;
  end if;
  execute $tell$
    insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
    select w.client_code, w.webhook_id, gen_random_uuid(), 'parcel.' || p.state, coalesce(p.state_at, p.despatched_at),
      jsonb_build_object('orderNumber', p.order_number, 'trackingNumber', p.tracking_number, 'carrier', p.carrier,
        'state', p.state, 'reason', p.reason, 'promisedDate', p.promised_date, 'deliveredAt', p.delivered_at), now()
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

-- The secret before, which deliveries are signed with as well until then: a receiver changes to the new one meanwhile.
alter table webhooks add column old_secret bytea, add column old_secret_until timestamptz;

-- The key before, which is taken as well until then.
alter table api_keys add column old_token_hash bytea unique, add column old_token_until timestamptz;

create or replace function open_api_key(hash bytea, asked_client text, at timestamptz)
returns table (
  key_id bigint, name text, feeds text[], last_used_at timestamptz, default_client text, client_codes text[],
  own_clients text[], cuts jsonb
)
language plpgsql as $$
#variable_conflict use_column
declare
  asked text;
  codes text[];
  is_operators boolean;
begin
  select k.key_id, k.name, k.feeds, k.last_used_at, case when cardinality(k.client_codes) = 1 then k.client_codes[1] end,
         k.client_codes, k.is_internal
  into open_api_key.key_id, open_api_key.name, open_api_key.feeds, open_api_key.last_used_at, open_api_key.default_client,
       codes, is_operators
  from api_keys k
  where (k.token_hash = hash or (k.old_token_hash = hash and k.old_token_until > at))
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > at);
  if not found then
    return;
  end if;
  asked := coalesce(nullif(asked_client, ''), open_api_key.default_client);
  select coalesce(array_agg(c.client_code), '{}'),
         coalesce(array_agg(c.client_code) filter (where c.client_code = asked), '{}'),
         jsonb_object_agg(c.client_code, jsonb_build_object(
           'covered', to_jsonb(c.menu_options), 'disabled', c.disabled_objects, 'off', '{}'::text[]
         )) filter (where not is_operators and (c.menu_options is not null or c.disabled_objects <> '{}'))
  into open_api_key.own_clients, open_api_key.client_codes, open_api_key.cuts
  from clients c
  where c.client_code = any (codes) and c.active;
  perform set_config('app.clients', open_api_key.client_codes::text, true);
  return next;
end $$;
