-- The settings of some clients, even of clients that the transaction does not see: a session is opened with the settings of all
-- clients of its user.
create or replace function settings_of_clients(codes text[]) returns jsonb language plpgsql as $$
declare
  seen text := current_setting('app.clients', true);
  found jsonb;
begin
  perform set_config('app.clients', codes::text, true);
  select jsonb_object_agg(client_code, settings) into found from client_settings where client_code = any (codes);
  perform set_config('app.clients', coalesce(seen, ''), true);
  return found;
end $$;

-- Opens a session by its token, and sets the clients that row-level security shows to the transaction. A function keeps its
-- plans: planning this join for each call would take three times as long as running it. Internal users also see the operator's
-- own rows (client '').
create or replace function open_session(token bytea, asked_client text, asks_all boolean, at timestamptz)
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
    -- A client's user has few clients, so their menu restrictions are read here too.
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
