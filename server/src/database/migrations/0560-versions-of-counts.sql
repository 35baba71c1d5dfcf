-- What is made of counts (0430) may be kept by servers, client by client: `work_stamps` says whether they are as they were. It is
-- the version of what is folded, which are the rows beside it, and the version of the rule book, whose names are shown with them.
-- A version is written by whoever folds, tidies or rebuilds, one at a time: nobody who changes an order waits for it. Why so:
-- docs/decisions/0102-answers-kept-by-stamp.md.
create table work_versions (
  client_code text collate "C" primary key,
  version bigint not null
);
select restrict_to_clients('work_versions');
grant select, insert, update, delete on work_versions to despatch_app;

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

-- A row that is not folded is told by its place and who wrote it there.
create view work_stamps with (security_invoker = true) as
select client_code, concat_ws(' ', max(version), max(book), sum(deltas), bit_xor(mark)) as stamp from (
  select client_code, version, 0 as book, 0 as deltas, 0::bigint as mark from work_versions
  union all
  select client_code, 0, version, 0, 0 from rule_book_heads
  union all
  select client_code, 0, 0, 1, hashtextextended('d' || xmin::text || ctid::text, 0) from work_deltas
  union all
  select client_code, 0, 0, 1, hashtextextended('o' || xmin::text || ctid::text, 0) from work_order_deltas
) told
group by client_code;
grant select on work_stamps to despatch_app;
