-- Raises the version of each client whose counts changed.
create or replace function raise_work_version() returns trigger language plpgsql as $$
begin
  insert into work_versions as kept
  select client_code, 1 from changed group by client_code order by client_code
  on conflict (client_code) do update set version = kept.version + 1;
  return null;
end $$;
