-- Whether a user may sign in: the user is active and not locked, and the role is active.
create or replace function may_sign_in(asked bigint) returns boolean language sql stable as $$
  select exists (
    select from users u join roles r on r.role_id = u.role_id
    where u.user_id = asked and u.active and not u.locked and r.active
  )
$$;

-- Opens a call by its API key. Returns the key with this hash, and sets the clients that row-level security shows to the
-- transaction: the client that the call names, if it is one of the key's active clients; without a name, the key's only client.
-- Each call checks that the key's owner may sign in, so a key stops with its owner at once, on every server.
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
    and k.revoked_at is null and (k.suspended_from is null or k.suspended_from > at)
    -- Keys made before an expiry date was required have none.
    and coalesce(k.expires_at, k.created_at + interval '1 year') > at
    and may_sign_in(k.user_id);
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
