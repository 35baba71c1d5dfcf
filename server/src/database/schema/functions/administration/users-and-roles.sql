-- Permissions are read once a version: whatever changes a role gives it a new one.
create function count_role_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger count_role_version before update on roles for each row execute function count_role_version();

-- What a list of users is searched in, in small letters.
create function keep_user_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := lower(concat_ws(' ', new.username, new.first_name, new.last_name, new.email));
  return new;
end $$;
create trigger keep_user_search_text before insert or update on users for each row execute function keep_user_search_text();

-- What is written under a name that nobody has any more keeps telling whether staff did it.
create function keep_former_user() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and lower(new.username) = lower(old.username) then
    return null;
  end if;
  insert into former_users (name, is_internal)
  select lower(old.username), r.is_internal from roles r where r.role_id = old.role_id
  on conflict (name) do update set is_internal = former_users.is_internal or excluded.is_internal;
  return null;
end $$;
create trigger keep_former_user after delete or update of username on users for each row execute function keep_former_user();

-- The settings of clients, whichever of them the transaction sees: a session is opened with those of all that its user
-- belongs to.
create function settings_of_clients(codes text[]) returns jsonb language plpgsql as $$
declare
  seen text := current_setting('app.clients', true);
  found jsonb;
begin
  perform set_config('app.clients', codes::text, true);
  select jsonb_object_agg(client_code, settings) into found from client_settings where client_code = any (codes);
  perform set_config('app.clients', coalesce(seen, ''), true);
  return found;
end $$;
