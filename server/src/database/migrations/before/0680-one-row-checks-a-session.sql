-- What calls go by of their session is checked by one row and a version: the stamp of before read the user, the role and each
-- client with its settings, which took half of what the database does for an order by its number. Whatever a session is opened
-- with makes another version, in the transaction that changes it.
create table access_version (
  is_the_only boolean primary key default true check (is_the_only),
  -- By chance, so that none comes again where a database is put back to an earlier moment.
  version uuid not null default gen_random_uuid()
);
insert into access_version default values;
grant select on access_version to despatch_app;

-- Whoever changes much in a transaction counts once.
create function count_access_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if coalesce(current_setting('app.access_counted', true), '') = '' then
    update access_version set version = gen_random_uuid();
    perform set_config('app.access_counted', 'yes', true);
  end if;
  return null;
end $$;

-- At the commit: two who change different things do not wait for each other until then, and cannot hold what the other wants.
create constraint trigger counts_access after update on users deferrable initially deferred for each row
  when ((old.username, old.role_id, old.active, old.locked) is distinct from (new.username, new.role_id, new.active, new.locked))
  execute function count_access_change();
create constraint trigger counts_access after update on roles deferrable initially deferred for each row
  execute function count_access_change();
create constraint trigger counts_access after insert or update or delete on clients deferrable initially deferred for each row
  execute function count_access_change();
create constraint trigger counts_access after insert or update or delete on user_clients deferrable initially deferred for each row
  execute function count_access_change();
create constraint trigger counts_access after insert or update or delete on client_settings deferrable initially deferred for each row
  execute function count_access_change();

-- What a session is opened with, with its stamp, null for a token that was replaced, and what row-level security then lets the
-- transaction see. The version is read first: what is changed meanwhile makes another, and the next call looks again.
create function opened_session(token bytea, asked_client text, asks_all boolean, at timestamptz)
returns table (
  session_id bigint, user_id bigint, username text, user_active boolean, role_id bigint, role_version int,
  role_active boolean, is_internal boolean, role_type text, is_current_token boolean, is_renewal_unused boolean,
  token_issued_at timestamptz, created_at timestamptz, last_used_at timestamptz, client_codes text[],
  own_clients text[], cuts jsonb, role_visibility jsonb, client_settings jsonb, stamp text, seen text
)
language plpgsql as $$
#variable_conflict use_column
declare
  counted uuid;
begin
  select version into counted from access_version;
  return query
    select s.*, r.visibility, case when s.own_clients is not null then settings_of_clients(s.own_clients) end,
      case when s.is_current_token then concat_ws(' ', s.session_id, s.token_issued_at, s.created_at, counted) end,
      (case when s.is_internal then array_append(s.client_codes, '') else s.client_codes end)::text
    from open_session(token, asked_client, asks_all, at) s join roles r on r.role_id = s.role_id;
end $$;

-- Raises where a session is no longer as its stamp says, or was last used before what a server knows of it: then nothing that
-- was sent behind it is answered or written. Else the transaction sees what it saw when it was opened.
create function check_session(token bytea, kept text, used timestamptz, seen text) returns void language plpgsql as $$
begin
  perform from sessions s cross join access_version v
  where s.token_hash = token and s.last_used_at >= used
    and concat_ws(' ', s.session_id, s.token_issued_at, s.created_at, v.version) = kept;
  if not found then
    raise exception 'The session is not as it was kept' using errcode = 'DRSES';
  end if;
  perform set_config('app.clients', seen, true);
end $$;
