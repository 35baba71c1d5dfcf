-- users: search text; former names; access version. The access version changes at commit, so that two transactions that change
-- different rows do not wait for each other and cannot deadlock.
create or replace trigger keep_user_search_text before insert or update on users for each row execute function keep_user_search_text();
create or replace trigger keep_former_user after delete or update of username on users for each row execute function keep_former_user();
create constraint trigger counts_access after update on users deferrable initially deferred for each row
  when ((old.username, old.role_id, old.active, old.locked) is distinct from (new.username, new.role_id, new.active, new.locked))
  execute function count_access_change();

-- roles: version; access version.
create or replace trigger count_role_version before update on roles for each row execute function count_role_version();
create constraint trigger counts_access after update on roles deferrable initially deferred for each row
  execute function count_access_change();

-- user_clients: access version.
create constraint trigger counts_access after insert or update or delete on user_clients deferrable initially deferred for each row
  execute function count_access_change();

-- clients: access version.
create constraint trigger counts_access after insert or update or delete on clients deferrable initially deferred for each row
  execute function count_access_change();

-- client_settings: access version; promises and stock after a change of pickedHasLeft.
create constraint trigger counts_access after insert or update or delete on client_settings deferrable initially deferred for each row
  execute function count_access_change();
create or replace trigger recount_promised_new after insert on client_settings for each row
  when ((new.settings ->> 'pickedHasLeft')::boolean) execute function recount_promised();
create or replace trigger recount_promised after update on client_settings for each row
  when (coalesce((old.settings ->> 'pickedHasLeft')::boolean, false) <> coalesce((new.settings ->> 'pickedHasLeft')::boolean, false))
  execute function recount_promised();
