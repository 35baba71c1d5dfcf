-- Raises the version of the clients whose facts a statement changed, for facts of which no changes are kept: sums of an earlier version
-- are read again.
create or replace function raise_figure_version() returns trigger language plpgsql as $$
begin
  insert into figure_versions as kept (client_code, facts, version, whole_since)
  select client_code, tg_argv[0], 1, 1 from changed group by client_code order by client_code
  on conflict (client_code, facts) do update set version = kept.version + 1, whole_since = kept.version + 1;
  return null;
end $$;
