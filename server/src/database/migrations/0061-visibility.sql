-- What users of a role see of the operator's business, where the role takes something away: see domain/src/clients/visibility.ts.
alter table roles add column visibility jsonb not null default '{}';

-- The names that users had who are no more, or are called otherwise now: whether what is written under such a name was done
-- by staff. Names are one set, in any case of letters.
create table former_users (
  name text collate "C" primary key,
  is_internal boolean not null
);
grant select, insert, update on former_users to despatch_app;

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
