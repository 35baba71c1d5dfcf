-- Clients, roles and users as they are administered; the second factor; mail; saved views.

alter table clients
  add column children jsonb not null default '[]',
  add column mfa_required boolean not null default false,
  -- The menu entries that the client's contract covers; null covers all of them.
  add column menu_options text[],
  -- Entries switched off for the time being, each with its reason.
  add column disabled_objects jsonb not null default '{}',
  add column order_returns_enquiry boolean not null default true,
  add column parcel_delivery_status boolean not null default true,
  add column new_order_line boolean not null default true,
  add column order_line_value boolean not null default true,
  add column version int not null default 1,
  add column created_on timestamptz not null default now();

-- Whose role it is: 'All_client' for one that is no single client's.
alter table roles
  add column client_code text collate "C" not null default 'All_client',
  add column mfa_required boolean not null default false,
  add column created_on timestamptz not null default now();

alter table users
  add column email text not null default '',
  add column phone_number text not null default '',
  add column power_bi_username text not null default '',
  add column domain_username text not null default '',
  add column locked boolean not null default false,
  add column version int not null default 1,
  -- Sealed with the portal's key; null while no second factor is set up.
  add column otp_secret bytea,
  add column otp_verified boolean not null default false,
  -- The time step of the last code that was taken: it, and those before, are refused.
  add column otp_last_step bigint not null default 0,
  -- What a list is searched in, in small letters: kept by a trigger.
  add column search_text text not null default '';

create function keep_user_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := lower(concat_ws(' ', new.username, new.first_name, new.last_name, new.email));
  return new;
end $$;
create trigger keep_user_search_text before insert or update on users for each row execute function keep_user_search_text();
update users set search_text = lower(concat_ws(' ', username, first_name, last_name, email)) where search_text = '';

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Between the password and the end of signing in: what the token serves for, and nothing else.
create table sign_in_steps (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  step text not null check (step in ('new-password', 'otp-validation', 'otp-registration')),
  tries int not null default 0,
  created_at timestamptz not null
);
create index sign_in_steps_by_user on sign_in_steps (user_id);

-- Links to choose a password, single-use: by mail after a reset was asked for, or an invitation.
create table password_links (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz not null
);
create index password_links_by_user on password_links (user_id);

-- Mail that is to go out: written with what it is about, sent afterwards, gone when sent. The body is sealed: it may
-- hold a link that is as good as a password.
create table mails (
  mail_id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body bytea not null,
  created_at timestamptz not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null
);
create index mails_by_next_attempt on mails (next_attempt_at);

alter table sessions
  add column address text not null default '',
  add column browser text not null default '';

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

-- How far a long piece of work of somebody has come; lost with the server, and nobody minds.
create unlogged table work_progress (
  run_id uuid primary key,
  user_id bigint not null,
  stage text not null,
  done int not null,
  total int not null,
  at timestamptz not null
);

-- The record that an act was about, so that the record can show its history: 'user:12'.
alter table audit add column record text collate "C" not null default '';

-- What is no client's is seen by internal users alone: their context holds the client ''.
drop function open_session(bytea, text, boolean, timestamptz);
create function open_session(token bytea, asked_client text, asks_all boolean, at timestamptz)
returns table (
  session_id bigint, user_id bigint, username text, user_active boolean, role_id bigint, role_version int,
  role_active boolean, is_internal boolean, role_type text, is_current_token boolean, is_renewal_unused boolean,
  token_issued_at timestamptz, created_at timestamptz, last_used_at timestamptz, client_codes text[],
  own_clients text[], cuts jsonb
)
language plpgsql as $$
#variable_conflict use_column
declare
  codes text[];
begin
  select u.user_id, u.username, u.active and not u.locked, r.role_id, r.version, r.active, r.is_internal, r.role_type,
         s.session_id, s.token_hash = token, coalesce(s.previous_valid_until = 'infinity', false), s.token_issued_at, s.created_at, s.last_used_at
  into open_session.user_id, open_session.username, open_session.user_active, open_session.role_id,
       open_session.role_version, open_session.role_active, open_session.is_internal, open_session.role_type, open_session.session_id,
       open_session.is_current_token, open_session.is_renewal_unused, open_session.token_issued_at, open_session.created_at, open_session.last_used_at
  from sessions s join users u using (user_id) join roles r using (role_id)
  where s.token_hash = token or (s.previous_token_hash = token and s.previous_valid_until > at);
  if not found then
    return;
  end if;
  if open_session.is_internal then
    select coalesce(array_agg(c.client_code), '{}') into codes
    from clients c
    where c.active and (asks_all or c.client_code = asked_client);
    perform set_config('app.clients', array_append(codes, '')::text, true);
  else
    -- Few: a user's own. What narrows their entries comes along where anything does.
    select coalesce(array_agg(c.client_code order by m.position, c.client_code), '{}'),
           coalesce(array_agg(c.client_code) filter (where asks_all or c.client_code = asked_client), '{}'),
           jsonb_object_agg(c.client_code, jsonb_build_object(
             'covered', to_jsonb(c.menu_options),
             'disabled', c.disabled_objects,
             'off', array_remove(array[
               case when not c.order_returns_enquiry then 'orderReturnsEnquiry' end,
               case when not c.parcel_delivery_status then 'parcelDeliveryStatus' end
             ], null)
           )) filter (where c.menu_options is not null or c.disabled_objects <> '{}'
                         or not c.order_returns_enquiry or not c.parcel_delivery_status)
    into open_session.own_clients, codes, open_session.cuts
    from user_clients m join clients c using (client_code)
    where m.user_id = open_session.user_id and c.active;
    perform set_config('app.clients', codes::text, true);
  end if;
  open_session.client_codes := codes;
  return next;
end $$;

grant select, insert, update, delete on
  recovery_codes, sign_in_steps, password_links, mails, saved_views, table_layouts, work_progress to despatch_app;
