-- work_deltas and work_order_deltas: deltas that are deleted were folded. Their stamps go with them, so the version changes even where no
-- count did.
create or replace trigger raise_version_of_deltas after delete on work_deltas referencing old table as changed
  for each statement execute function raise_work_version();
create or replace trigger raise_version_of_order_deltas after delete on work_order_deltas referencing old table as changed
  for each statement execute function raise_work_version();

-- work_counts: the version of the client.
create or replace trigger raise_version_of_added after insert on work_counts referencing new table as changed
  for each statement execute function raise_work_version();
create or replace trigger raise_version_of_changed after update on work_counts referencing new table as changed
  for each statement execute function raise_work_version();
create or replace trigger raise_version_of_gone after delete on work_counts referencing old table as changed
  for each statement execute function raise_work_version();
