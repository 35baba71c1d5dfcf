-- A stamp of what a session is opened with: of the session, its user, its role and its clients with their settings. Each row
-- says by its xmin which transaction wrote it, so that whatever is changed makes another stamp, with nothing that has to
-- remember to count; of the session itself, whose last use is noted every minute, it is what else it says. Sets what row-level
-- security lets this transaction see, as open_session does. With `kept`, the stamp that a server has from an earlier call, and
-- when the session was last used as far as that server knows, it raises where either is not so any more: then nothing that was
-- sent behind it is answered or written.
create function session_stamp(
  token bytea, asked_client text, asks_all boolean, kept text default null, used timestamptz default null
) returns text
language plpgsql as $$
declare
  stamp text;
  whose bigint;
  is_staff boolean;
  last_use timestamptz;
  own text[];
  codes text[];
  written text;
begin
  select s.user_id, r.is_internal, s.last_used_at,
         concat_ws(' ', s.session_id, s.token_issued_at, s.created_at, s.previous_valid_until, u.user_id, u.xmin, r.role_id, r.xmin)
  into whose, is_staff, last_use, stamp
  from sessions s join users u using (user_id) join roles r using (role_id)
  where s.token_hash = token;
  if is_staff then
    select coalesce(array_agg(c.client_code order by c.client_code), '{}') into codes
    from clients c
    where c.active and (asks_all or c.client_code = asked_client);
    perform set_config('app.clients', array_append(codes, '')::text, true);
    stamp := concat_ws(' ', stamp, codes);
  elsif whose is not null then
    select coalesce(array_agg(c.client_code), '{}'),
           coalesce(array_agg(c.client_code) filter (where asks_all or c.client_code = asked_client), '{}'),
           string_agg(concat_ws(' ', c.client_code, m.xmin, c.xmin), ' ' order by c.client_code)
    into own, codes, written
    from user_clients m join clients c using (client_code)
    where m.user_id = whose and c.active;
    stamp := concat_ws(' ', stamp, written);
    -- The settings of all of them, whichever the call is for.
    perform set_config('app.clients', own::text, true);
    select string_agg(concat_ws(' ', client_code, xmin), ' ' order by client_code) into written
    from client_settings where client_code = any (own);
    stamp := concat_ws(' ', stamp, written);
    perform set_config('app.clients', codes::text, true);
  end if;
  if kept is not null and (stamp is distinct from kept or last_use < used) then
    raise exception 'The session is not as it was kept' using errcode = 'DRSES';
  end if;
  return stamp;
end $$;

-- What a session is opened with, and its stamp, which is taken first: what is changed meanwhile is newer than its stamp, and is
-- looked at again by the next call.
create function stamped_session(token bytea, asked_client text, asks_all boolean, at timestamptz)
returns table (
  session_id bigint, user_id bigint, username text, user_active boolean, role_id bigint, role_version int,
  role_active boolean, is_internal boolean, role_type text, is_current_token boolean, is_renewal_unused boolean,
  token_issued_at timestamptz, created_at timestamptz, last_used_at timestamptz, client_codes text[],
  own_clients text[], cuts jsonb, role_visibility jsonb, client_settings jsonb, stamp text
)
language plpgsql as $$
#variable_conflict use_column
declare
  taken text := session_stamp(token, asked_client, asks_all);
begin
  return query
    select s.*, r.visibility, case when s.own_clients is not null then settings_of_clients(s.own_clients) end, taken
    from open_session(token, asked_client, asks_all, at) s join roles r on r.role_id = s.role_id;
end $$;
