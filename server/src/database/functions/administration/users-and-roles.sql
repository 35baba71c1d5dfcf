-- Servers cache the permissions of a role by its version, so each change raises it.
create or replace function count_role_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- The lowercase text that the list of users searches.
create or replace function keep_user_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := lower(concat_ws(' ', new.username, new.first_name, new.last_name, new.email));
  return new;
end $$;

-- Remembers whether a former name belonged to the operator's staff, because history keeps names that no user has any more.
create or replace function keep_former_user() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and lower(new.username) = lower(old.username) then
    return null;
  end if;
  insert into former_users (name, is_internal)
  select lower(old.username), r.is_internal from roles r where r.role_id = old.role_id
  on conflict (name) do update set is_internal = former_users.is_internal or excluded.is_internal;
  return null;
end $$;
