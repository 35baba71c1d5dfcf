-- Clients, roles and users as they are administered, API keys, and the activity. The first tables hold no client's goods or
-- orders: what a user may reach through them is decided by the session, not by row-level security.

create table clients (
  client_code text collate "C" primary key check (client_code ~ '^[A-Za-z0-9_-]{1,20}$' and client_code <> 'All_client'),
  name text not null,
  description text not null default '',
  active boolean not null default true,
  currency_code text not null default 'GBP' check (currency_code ~ '^[A-Z]{3}$'),
  children jsonb not null default '[]',
  mfa_required boolean not null default false,
  -- The menu entries that the client's contract covers; null covers all of them.
  menu_options text[],
  -- Entries switched off for the time being, each with its reason.
  disabled_objects jsonb not null default '{}',
  order_returns_enquiry boolean not null default true,
  parcel_delivery_status boolean not null default true,
  new_order_line boolean not null default true,
  order_line_value boolean not null default true,
  version int not null default 1,
  created_on timestamptz not null default now(),
  -- The days on which nothing is despatched or delivered for the client beside Saturday and Sunday: a published set of
  -- holidays, days of its own, and days of the set that are worked all the same.
  calendar jsonb not null default '{"holidays": "", "closed": [], "worked": []}'
);

-- The settings of a client beyond the specification's four flags, those that someone has set: see
-- domain/src/administration/clients/client-settings.ts. A client without a row has the defaults.
create table client_settings (
  client_code text collate "C" primary key references clients on delete cascade,
  settings jsonb not null default '{}',
  version int not null default 1
);

create table roles (
  role_id bigint generated always as identity primary key,
  code text not null,
  name text not null,
  role_type text not null check (role_type in ('Internal Administrator', 'Internal User', 'Client Administrator', 'Client User')),
  is_internal boolean not null,
  permissions jsonb not null,
  active boolean not null default true,
  version int not null default 1,
  -- Whose role it is: 'All_client' for one that is no single client's.
  client_code text collate "C" not null default 'All_client',
  mfa_required boolean not null default false,
  created_on timestamptz not null default now(),
  -- What users of the role see of the operator's business, where the role takes something away: see
  -- domain/src/administration/clients/visibility.ts.
  visibility jsonb not null default '{}'
);
create unique index roles_by_code on roles (client_code, lower(code));
create unique index roles_by_name on roles (client_code, lower(name));

create table users (
  user_id bigint generated always as identity primary key,
  username text not null,
  first_name text not null default '',
  last_name text not null default '',
  role_id bigint not null references roles,
  password_hash text not null,
  is_temporary_password boolean not null default false,
  active boolean not null default true,
  last_login timestamptz,
  created_on timestamptz not null default now(),
  email text not null default '',
  phone_number text not null default '',
  power_bi_username text not null default '',
  domain_username text not null default '',
  locked boolean not null default false,
  version int not null default 1,
  -- Sealed with the portal's key; null while no second factor is set up.
  otp_secret bytea,
  otp_verified boolean not null default false,
  -- The time step of the last code that was taken: it, and those before, are refused.
  otp_last_step bigint not null default 0,
  -- What a list is searched in, in small letters: kept by a trigger.
  search_text text not null default ''
);
create unique index users_by_name on users (lower(username));
create index users_by_role on users (role_id);
create index users_by_search on users (search_text, user_id);
create index users_by_name_beginning on users (lower(username) text_pattern_ops);

create table user_clients (
  user_id bigint not null references users on delete cascade,
  client_code text collate "C" not null references clients,
  position int not null default 0,
  primary key (user_id, client_code)
);
create index user_clients_by_client on user_clients (client_code);

-- The names that users had who are no more, or are called otherwise now: whether what is written under such a name was done
-- by staff. Names are one set, in any case of letters.
create table former_users (
  name text collate "C" primary key,
  is_internal boolean not null
);

create table saved_views (
  view_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  table_name text not null,
  name text not null,
  search text not null,
  layout jsonb not null,
  -- Who else sees it: null nobody, 'All_client' internal users, else the users of that client.
  shared_with text collate "C"
);
create unique index saved_views_by_name on saved_views (user_id, table_name, lower(name));
create index saved_views_shared on saved_views (shared_with, table_name) where shared_with is not null;

create table table_layouts (
  user_id bigint not null references users on delete cascade,
  table_name text not null,
  layout jsonb not null,
  primary key (user_id, table_name)
);

-- How far a long piece of work of someone has come; lost with the server, and nobody minds.
create unlogged table work_progress (
  run_id uuid primary key,
  user_id bigint not null,
  stage text not null,
  done int not null,
  total int not null,
  at timestamptz not null
);

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
  -- Who made it; the key goes on without them, and the list says so.
  user_id bigint not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text not null default '',
  last_used_at timestamptz,
  last_used_from text not null default '',
  -- The key before, which is taken as well until then.
  old_token_hash bytea unique,
  old_token_until timestamptz,
  -- Since when the person who answers for the key may no longer do what it needs, and why; null while they may.
  orphaned_at timestamptz,
  orphaned_why text not null default '',
  -- From then on it is refused, unless someone adopts it.
  suspended_from timestamptz,
  -- When administrators were last mailed about it.
  warned_at timestamptz,
  -- Who answers for it in place of its maker.
  adopted_by text not null default '',
  -- Adopted by one of the operator's users, whose name clients do not see.
  adopted_internally boolean not null default false,
  adopted_at timestamptz
);
-- Two keys of the same clients are told apart by their names; of others' keys nothing is learnt.
create unique index api_keys_by_name on api_keys (client_codes, lower(name)) where revoked_at is null;
create index api_keys_by_client on api_keys using gin (client_codes);

-- Every change, in the transaction that made it. client_code is '' for acts of no client (signing in).
create table audit (
  client_code text collate "C" not null default '',
  audit_id bigint generated always as identity,
  at timestamptz not null,
  user_id bigint,
  by_name text not null,
  act text not null,
  object text not null,
  before jsonb,
  after jsonb,
  request_id text not null,
  -- The record that an act was about, so that the record can show its history: 'user:12'.
  record text collate "C" not null default '',
  primary key (client_code, audit_id)
);
create index audit_by_client on audit (client_code, at);
create index audit_by_record on audit (client_code, record, audit_id) where record <> '';
create index audit_by_user on audit (client_code, by_name collate "C", at, audit_id);
create index audit_by_act on audit (client_code, act collate "C", at, audit_id);

-- Keys of calls that were sent, so that one that is sent again is not carried out twice. No foreign key: an operator's call that
-- is for no client, such as adding one, keeps its key under ''. The keys of a client are deleted with it by remove-clients.ts.
create table idempotency_keys (
  client_code text collate "C" not null,
  user_id bigint not null,
  key text not null,
  call text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (client_code, user_id, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);

select restrict_to_clients('client_settings', 'idempotency_keys');
-- Acts of no client are written in any context, and seen by internal users.
alter table audit enable row level security;
alter table audit force row level security;
create policy own_clients on audit
  using (client_code = any (nullif(current_setting('app.clients', true), '')::text[]))
  with check (client_code = '' or client_code = any (nullif(current_setting('app.clients', true), '')::text[]));
grant select, insert, update, delete on clients, client_settings, roles, users, user_clients, saved_views, table_layouts,
  work_progress, api_keys, idempotency_keys to despatch_app;
grant select, insert, update on former_users to despatch_app;
-- The activity is only ever added to.
grant select, insert on audit to despatch_app;
