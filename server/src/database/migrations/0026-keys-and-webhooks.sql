-- API keys for the feeds, and webhooks with what is to be told to them.

-- Keys for the feeds: no person's sessions. Only the hash of a key is kept.
create table api_keys (
  key_id bigint generated always as identity primary key,
  name text not null,
  token_hash bytea not null unique,
  -- How the key begins, to tell it by.
  beginning text not null,
  client_codes text[] not null,
  -- Entries of the permission tree beneath 'feeds'.
  feeds text[] not null,
  -- Made by the operator: what a client's contract withholds from its own users does not bind such a key.
  is_internal boolean not null,
  created_at timestamptz not null,
  created_by text not null,
  -- Whoever made it; the key goes on without them, and the list says so.
  user_id bigint not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text not null default '',
  last_used_at timestamptz,
  last_used_from text not null default ''
);
-- Two keys of the same clients are told apart by their names; of others' keys nothing is learnt.
create unique index api_keys_by_name on api_keys (client_codes, lower(name)) where revoked_at is null;
create index api_keys_by_client on api_keys using gin (client_codes);

-- As open_session: the key of a hash, and in the same statement the clients that row-level security lets this transaction
-- see: of the key's open ones, the one that is asked for, or the key's only one where none is.
create function open_api_key(hash bytea, asked_client text, at timestamptz)
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
  where k.token_hash = hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > at);
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

create table webhooks (
  client_code text collate "C" not null references clients,
  webhook_id bigint generated always as identity,
  name text not null,
  url text not null,
  -- Sealed with the portal's key: deliveries are signed with it.
  secret bytea not null,
  -- 'order.created', 'parcel.delivered' …
  events text[] not null,
  active boolean not null default true,
  -- Why the portal itself switched it off; empty where it did not.
  off_reason text not null default '',
  version int not null default 1,
  -- A delivery is on its way, at most until then: one at a time.
  busy_until timestamptz,
  -- The last one was not taken, and the receiver is left alone until then.
  resting_until timestamptz,
  -- Since when no delivery has been taken; null where the last one was.
  failing_since timestamptz,
  last_delivered_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  primary key (client_code, webhook_id)
);

create unique index webhooks_by_name on webhooks (client_code, lower(name));

create table webhook_deliveries (
  client_code text collate "C" not null,
  delivery_id bigint generated always as identity,
  webhook_id bigint not null,
  -- The same when it is delivered again.
  event_id uuid not null,
  event text not null,
  at timestamptz not null,
  payload jsonb not null,
  status text collate "C" not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  -- When it was first to be delivered, or was told to be again: it is given up a day later.
  queued_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  -- What was answered the last time: an HTTP status, or why there is none.
  answer_status int,
  answer text not null default '',
  took_ms int,
  primary key (client_code, delivery_id),
  foreign key (client_code, webhook_id) references webhooks on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (client_code, webhook_id, next_attempt_at, delivery_id)
  where status = 'waiting';
create index webhook_deliveries_by_webhook on webhook_deliveries (client_code, webhook_id, delivery_id);
create index webhook_deliveries_by_status on webhook_deliveries (client_code, webhook_id, status, delivery_id);
create index webhook_deliveries_by_time on webhook_deliveries (queued_at);

do $$
declare tenant text;
begin
  foreach tenant in array array['webhooks', 'webhook_deliveries']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format(
      'create policy own_clients on %I using (client_code = any (nullif(current_setting(''app.clients'', true), '''')::text[]))',
      tenant
    );
  end loop;
end $$;

grant select, insert, update, delete on api_keys, webhooks, webhook_deliveries to despatch_app;

-- What is to be told to webhooks follows from what is written, whoever writes it: no verb and no feed can forget it. Each
-- runs once a statement. A payload holds numbers and states alone: a note may name a person.
create function tell_webhooks_of_orders() returns trigger language plpgsql as $$
begin
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

create function tell_webhooks_of_parcels() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
  select w.client_code, w.webhook_id, gen_random_uuid(), 'parcel.' || p.state, coalesce(p.state_at, p.despatched_at),
    jsonb_build_object('orderNumber', p.order_number, 'trackingNumber', p.tracking_number, 'carrier', p.carrier,
      'state', p.state, 'reason', p.reason, 'promisedDate', p.promised_date, 'deliveredAt', p.delivered_at), now()
  from told p
  join told_before b on b.client_code = p.client_code and b.tracking_number = p.tracking_number and b.state <> p.state
  join webhooks w on w.client_code = p.client_code and w.active and ('parcel.' || p.state) = any (w.events)
  order by p.tracking_number;
  return null;
end $$;
create trigger tell_webhooks after update on parcels
  referencing new table as told old table as told_before for each statement execute function tell_webhooks_of_parcels();

-- A parcel begins in a state too: by this its number is known to the receiver before its carrier says anything.
create function tell_webhooks_of_new_parcels() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at)
  select w.client_code, w.webhook_id, gen_random_uuid(), 'parcel.' || p.state, coalesce(p.state_at, p.despatched_at),
    jsonb_build_object('orderNumber', p.order_number, 'trackingNumber', p.tracking_number, 'carrier', p.carrier,
      'state', p.state, 'reason', p.reason, 'promisedDate', p.promised_date, 'deliveredAt', p.delivered_at), now()
  from told p
  join webhooks w on w.client_code = p.client_code and w.active and ('parcel.' || p.state) = any (w.events)
  order by p.tracking_number;
  return null;
end $$;
create trigger tell_webhooks_of_new after insert on parcels
  referencing new table as told for each statement execute function tell_webhooks_of_new_parcels();

-- Internal administrators hold the new entries, as they hold all others.
update roles set permissions = jsonb_set(
    jsonb_set(permissions, '{setUpAndControl,userAdministration,apiKeys}', '{"Enable": true, "Read Only": true, "Edit": true}'),
    '{feeds}',
    coalesce(permissions -> 'feeds', '{}') || (
      select jsonb_object_agg(key, '{"Enable": true, "Read Only": true, "Edit": true}'::jsonb)
      from unnest(array['despatchesFeed', 'deliveryEventsFeed', 'returnsFeed', 'stockFeed', 'carrierEventCodes', 'webhooks']) as key
    )
  )
where role_type = 'Internal Administrator' and permissions #> '{setUpAndControl,userAdministration}' is not null;
