-- work_deltas and work_order_deltas: folding deletes deltas. Stamps change with it, so the version changes even if no count does.
create or replace trigger raise_version_of_deltas after delete on work_deltas referencing old table as changed
  for each statement execute function raise_work_version();
create or replace trigger raise_version_of_order_deltas after delete on work_order_deltas referencing old table as changed
  for each statement execute function raise_work_version();

-- work_counts: the client's version.
create or replace trigger raise_version_of_added after insert on work_counts referencing new table as changed
  for each statement execute function raise_work_version();
create or replace trigger raise_version_of_changed after update on work_counts referencing new table as changed
  for each statement execute function raise_work_version();
create or replace trigger raise_version_of_gone after delete on work_counts referencing old table as changed
  for each statement execute function raise_work_version();
