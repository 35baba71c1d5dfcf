-- Who may sign in, and for which clients. These tables hold no client's goods or orders: what a user may reach through
-- them is decided by the session, not by row-level security.

create table clients (
  client_code text collate "C" primary key check (client_code ~ '^[A-Za-z0-9_-]{1,20}$' and client_code <> 'All_client'),
  name text not null,
  description text not null default '',
  active boolean not null default true,
  currency_code text not null default 'GBP' check (currency_code ~ '^[A-Z]{3}$')
);

create table roles (
  role_id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  role_type text not null check (role_type in ('Internal Administrator', 'Internal User', 'Client Administrator', 'Client User')),
  is_internal boolean not null,
  permissions jsonb not null,
  active boolean not null default true,
  version int not null default 1
);

-- Permissions are read once a version: whatever changes a role gives it a new one.
create function count_role_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger count_role_version before update on roles for each row execute function count_role_version();

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
  created_on timestamptz not null default now()
);
create unique index users_by_name on users (lower(username));
create index users_by_role on users (role_id);

create table user_clients (
  user_id bigint not null references users on delete cascade,
  client_code text collate "C" not null references clients,
  position int not null default 0,
  primary key (user_id, client_code)
);
create index user_clients_by_client on user_clients (client_code);

create table sessions (
  session_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  token_issued_at timestamptz not null,
  previous_token_hash bytea unique,
  previous_valid_until timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_use on sessions (last_used_at);

-- Failed sign-ins by name and by network address (both as keyed hashes), for the rising delay.
create table sign_in_failures (
  subject bytea primary key,
  failures int not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);
create index sign_in_failures_by_time on sign_in_failures (last_failed_at);

-- The operator's own reference of addresses, for finding one by its postcode.
create table addresses (
  address_id bigint generated always as identity primary key,
  country text not null check (country ~ '^[A-Z]{2}$'),
  postcode text not null,
  address_line_1 text not null,
  address_line_2 text not null default '',
  address_line_3 text not null default '',
  address_line_4 text not null default ''
);
create index addresses_by_postcode on addresses (country, postcode, address_id);

-- What belongs to a client. client_code leads every key, and row-level security is forced on every table from here on.

create table skus (
  client_code text collate "C" not null references clients,
  sku_code text collate "C" not null,
  description text not null default '',
  unit_value numeric(14, 4) not null default 0,
  -- Came in with a feed and nobody has looked at it yet.
  is_unknown boolean not null default false,
  primary key (client_code, sku_code)
);

create table orders (
  client_code text collate "C" not null references clients,
  order_number text collate "C" not null,
  status text collate "C" not null check (status in ('N', 'R', 'S', 'P', 'K', 'D', 'V', 'C')),
  version int not null default 1,
  source text not null check (source in ('portal', 'feed')),
  ordered_at timestamptz not null,
  dispatch_service text not null check (dispatch_service in ('STANDARD', 'NEXT DAY', 'NAMED DAY')),
  despatch_date date not null,
  customer_account text not null default '',
  customer_first_name text not null default '',
  customer_last_name text not null default '',
  email text not null default '',
  phone text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  address_line_3 text not null default '',
  address_line_4 text not null default '',
  post_code text not null default '',
  quantity int not null,
  item_count int not null,
  total_value numeric(16, 4) not null,
  currency_code text not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (client_code, order_number)
);
create index orders_by_date on orders (client_code, ordered_at, order_number);
create index orders_by_status on orders (client_code, status, ordered_at, order_number);
create index orders_by_email on orders (client_code, lower(email), ordered_at) where email <> '';

create table order_lines (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  line_number int not null,
  sku_code text collate "C" not null,
  quantity int not null check (quantity > 0),
  unit_value numeric(14, 4) not null,
  total_value numeric(16, 4) not null,
  primary key (client_code, order_number, line_number),
  foreign key (client_code, order_number) references orders,
  foreign key (client_code, sku_code) references skus
);

create table order_history (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  version int not null,
  at timestamptz not null,
  by_name text not null,
  act text not null,
  status text collate "C" not null,
  note text not null default '',
  changes jsonb not null default '{}',
  primary key (client_code, order_number, version),
  foreign key (client_code, order_number) references orders
);

create table order_counters (
  client_code text collate "C" primary key references clients,
  last_number bigint not null
);

create table column_mappings (
  client_code text collate "C" not null references clients,
  feed text not null,
  name text not null,
  mapping jsonb not null,
  primary key (client_code, feed, name)
);

create table idempotency_keys (
  client_code text collate "C" not null references clients,
  user_id bigint not null,
  key text not null,
  call text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (client_code, user_id, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);

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
  primary key (client_code, audit_id)
);
create index audit_by_client on audit (client_code, at);

-- A transaction without a context sees nothing. The setting is then null, or empty on a connection that once had one.
do $$
declare tenant text;
begin
  foreach tenant in array array['skus', 'orders', 'order_lines', 'order_history', 'order_counters', 'column_mappings', 'idempotency_keys']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format(
      'create policy own_clients on %I using (client_code = any (nullif(current_setting(''app.clients'', true), '''')::text[]))',
      tenant
    );
  end loop;
end $$;

alter table audit enable row level security;
alter table audit force row level security;
create policy own_clients on audit
  using (client_code = any (nullif(current_setting('app.clients', true), '')::text[]))
  with check (client_code = '' or client_code = any (nullif(current_setting('app.clients', true), '')::text[]));

-- The first statement of every call. A function, because it keeps its plans: planned anew for each call, the join costs
-- three times what it takes to run.
create function open_session(token bytea, asked_client text, asks_all boolean, at timestamptz)
returns table (
  session_id bigint, user_id bigint, username text, user_active boolean, role_id bigint, role_version int,
  role_active boolean, is_internal boolean, is_current_token boolean, is_renewal_unused boolean, token_issued_at timestamptz,
  created_at timestamptz, last_used_at timestamptz, client_codes text[]
)
language plpgsql as $$
#variable_conflict use_column
declare
  codes text[];
begin
  select u.user_id, u.username, u.active, r.role_id, r.version, r.active, r.is_internal,
         s.session_id, s.token_hash = token, coalesce(s.previous_valid_until = 'infinity', false), s.token_issued_at, s.created_at, s.last_used_at
  into open_session.user_id, open_session.username, open_session.user_active, open_session.role_id,
       open_session.role_version, open_session.role_active, open_session.is_internal, open_session.session_id,
       open_session.is_current_token, open_session.is_renewal_unused, open_session.token_issued_at, open_session.created_at, open_session.last_used_at
  from sessions s join users u using (user_id) join roles r using (role_id)
  where s.token_hash = token or (s.previous_token_hash = token and s.previous_valid_until > at);
  if not found then
    return;
  end if;
  select coalesce(array_agg(c.client_code), '{}') into codes
  from clients c
  where c.active and (asks_all or c.client_code = asked_client)
    and (open_session.is_internal or exists (
      select from user_clients m where m.user_id = open_session.user_id and m.client_code = c.client_code
    ));
  perform set_config('app.clients', codes::text, true);
  open_session.client_codes := codes;
  return next;
end $$;

grant usage on schema public to despatch_app;
grant select, insert, update, delete on all tables in schema public to despatch_app;
revoke all on schema_migrations from despatch_app;
-- History and audit are only ever added to.
revoke update, delete on audit, order_history from despatch_app;
