-- Sums of what is folded may be kept by servers: the version of a client's facts says whether these are as they were. It is written by
-- whoever folds, rebuilds or reckons, one at a time: nobody who changes a record waits for it. Why so:
-- docs/decisions/0110-sums-of-facts-are-kept.md.
create table figure_versions (
  client_code text collate "C" not null,
  facts text collate "C" not null,
  version bigint not null,
  primary key (client_code, facts)
);
select restrict_to_clients('figure_versions');
grant select, insert, update, delete on figure_versions to despatch_app;

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
