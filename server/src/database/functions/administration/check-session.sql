-- Servers cache opened sessions. Each later call checks that the cached session is still valid by reading one row of sessions and
-- access_version. Every change of users, roles, clients or their settings replaces access_version in its own transaction.

-- Replaces access_version, at most once in a transaction.
create or replace function count_access_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if coalesce(current_setting('app.access_counted', true), '') = '' then
    update access_version set version = gen_random_uuid();
    perform set_config('app.access_counted', 'yes', true);
  end if;
  return null;
end $$;

-- Opens a session that a server will cache. Also returns its stamp (null for a token that was replaced) and the clients that
-- row-level security shows to the transaction. The version is read first: a change made meanwhile replaces it, so the next call
-- opens the session again.
create or replace function opened_session(token bytea, asked_client text, asks_all boolean, at timestamptz)
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

-- Checks a cached session before the statements that are sent behind this one. Raises an error if the session's stamp differs, or
-- if the server last used the session later than the row says: then nothing sent behind it is answered or written. Otherwise the
-- transaction sees the same clients as when the session was opened.
create or replace function check_session(token bytea, kept text, used timestamptz, seen text) returns void language plpgsql as $$
begin
  perform from sessions s cross join access_version v
  where s.token_hash = token and s.last_used_at >= used
    and concat_ws(' ', s.session_id, s.token_issued_at, s.created_at, v.version) = kept;
  if not found then
    raise exception 'The session is not as it was kept' using errcode = 'DRSES';
  end if;
  perform set_config('app.clients', seen, true);
end $$;
