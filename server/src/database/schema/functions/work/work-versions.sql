-- A version for each client whose counts changed.
create function raise_work_version() returns trigger language plpgsql as $$
begin
  insert into work_versions as kept
  select client_code, 1 from changed group by client_code order by client_code
  on conflict (client_code) do update set version = kept.version + 1;
  return null;
end $$;
-- Deltas that go were folded, whether or not they changed a total: what they marked is told by the version from then on.
create trigger raise_version_of_deltas after delete on work_deltas referencing old table as changed
  for each statement execute function raise_work_version();
create trigger raise_version_of_order_deltas after delete on work_order_deltas referencing old table as changed
  for each statement execute function raise_work_version();
create trigger raise_version_of_added after insert on work_counts referencing new table as changed
  for each statement execute function raise_work_version();
create trigger raise_version_of_changed after update on work_counts referencing new table as changed
  for each statement execute function raise_work_version();
create trigger raise_version_of_gone after delete on work_counts referencing old table as changed
  for each statement execute function raise_work_version();
