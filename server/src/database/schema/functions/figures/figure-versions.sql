-- A change of a fact by day raises the version of its client.

create function raise_figure_version() returns trigger language plpgsql as $$
begin
  insert into figure_versions as kept
  select client_code, tg_argv[0], 1 from changed group by client_code order by client_code
  on conflict (client_code, facts) do update set version = kept.version + 1;
  return null;
end $$;
create trigger raise_figure_version_of_new after insert on parcel_facts referencing new table as changed
  for each statement execute function raise_figure_version('parcels');
create trigger raise_figure_version_of_changed after update on parcel_facts referencing new table as changed
  for each statement execute function raise_figure_version('parcels');
create trigger raise_figure_version_of_gone after delete on parcel_facts referencing old table as changed
  for each statement execute function raise_figure_version('parcels');
create trigger raise_figure_version_of_new after insert on parcel_region_facts referencing new table as changed
  for each statement execute function raise_figure_version('parcels');
create trigger raise_figure_version_of_changed after update on parcel_region_facts referencing new table as changed
  for each statement execute function raise_figure_version('parcels');
create trigger raise_figure_version_of_gone after delete on parcel_region_facts referencing old table as changed
  for each statement execute function raise_figure_version('parcels');
create trigger raise_figure_version_of_new after insert on order_facts referencing new table as changed
  for each statement execute function raise_figure_version('orders');
create trigger raise_figure_version_of_changed after update on order_facts referencing new table as changed
  for each statement execute function raise_figure_version('orders');
create trigger raise_figure_version_of_gone after delete on order_facts referencing old table as changed
  for each statement execute function raise_figure_version('orders');
create trigger raise_figure_version_of_new after insert on exception_facts referencing new table as changed
  for each statement execute function raise_figure_version('exceptions');
create trigger raise_figure_version_of_changed after update on exception_facts referencing new table as changed
  for each statement execute function raise_figure_version('exceptions');
create trigger raise_figure_version_of_gone after delete on exception_facts referencing old table as changed
  for each statement execute function raise_figure_version('exceptions');
create trigger raise_figure_version_of_new after insert on return_facts referencing new table as changed
  for each statement execute function raise_figure_version('returns');
create trigger raise_figure_version_of_changed after update on return_facts referencing new table as changed
  for each statement execute function raise_figure_version('returns');
create trigger raise_figure_version_of_gone after delete on return_facts referencing old table as changed
  for each statement execute function raise_figure_version('returns');
create trigger raise_figure_version_of_new after insert on billing_days referencing new table as changed
  for each statement execute function raise_figure_version('bills');
create trigger raise_figure_version_of_changed after update on billing_days referencing new table as changed
  for each statement execute function raise_figure_version('bills');
create trigger raise_figure_version_of_gone after delete on billing_days referencing old table as changed
  for each statement execute function raise_figure_version('bills');
