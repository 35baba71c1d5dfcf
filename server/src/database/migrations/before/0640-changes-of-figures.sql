-- What facts by day were changed by, kept for some minutes under the version that each change made: anyone who keeps sums of some
-- version adds what came since, and reads what a fold wrote instead of years of facts. Why so:
-- docs/decisions/0122-what-a-fold-changed-is-added.md.
alter table figure_versions
  -- Changes of this version and of those before it may be gone: sums of an older one are made again.
  add column whole_since bigint not null default 0;

-- Of what is billed no changes are kept.
create or replace function raise_figure_version() returns trigger language plpgsql as $$
begin
  insert into figure_versions as kept (client_code, facts, version, whole_since)
  select client_code, tg_argv[0], 1, 1 from changed group by client_code order by client_code
  on conflict (client_code, facts) do update set version = kept.version + 1, whole_since = kept.version + 1;
  return null;
end $$;

create table parcel_changes (
  client_code text collate "C" not null,
  version bigint not null,
  changed_at timestamptz not null default now(),
  day date not null,
  carrier text collate "C" not null,
  service text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null
);
create table parcel_region_changes (
  client_code text collate "C" not null,
  version bigint not null,
  changed_at timestamptz not null default now(),
  day date not null,
  carrier text collate "C" not null,
  region text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null
);
create table order_changes (
  client_code text collate "C" not null,
  version bigint not null,
  changed_at timestamptz not null default now(),
  day date not null,
  currency_code text collate "C" not null,
  orders int not null,
  pieces bigint not null,
  lines int not null,
  value numeric(18, 4) not null,
  released int not null,
  due int not null,
  due_in_time int not null,
  despatched int not null,
  despatched_lines int not null,
  despatched_pieces bigint not null,
  despatched_value numeric(18, 4) not null,
  delivered int not null
);
create table exception_changes (
  client_code text collate "C" not null,
  version bigint not null,
  changed_at timestamptz not null default now(),
  day date not null,
  carrier text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C" not null,
  events int not null
);
-- Pieces that were received, as returned_by_day has them.
create table return_changes (
  client_code text collate "C" not null,
  version bigint not null,
  changed_at timestamptz not null default now(),
  day date not null,
  received_pieces bigint not null
);
create view returned_lately with (security_invoker = true) as
select client_code, version, day, received_pieces as pieces from return_changes;
grant select on returned_lately to despatch_app;
create index parcel_changes_by_version on parcel_changes (client_code, version);
create index parcel_region_changes_by_version on parcel_region_changes (client_code, version);
create index order_changes_by_version on order_changes (client_code, version);
create index exception_changes_by_version on exception_changes (client_code, version);
create index return_changes_by_version on return_changes (client_code, version);
select restrict_to_clients('parcel_changes', 'parcel_region_changes', 'order_changes', 'exception_changes', 'return_changes');
grant select, insert, update, delete on parcel_changes, parcel_region_changes, order_changes, exception_changes, return_changes
  to despatch_app;

-- Raises the version of the clients whose facts a statement changed, and keeps what it added to the facts, by the arguments: the
-- name of the facts, the table of changes, by what they are known besides client and day, what is summed, and which facts.
-- Facts that are taken away, which only a rebuild does, and more than some thousands are not kept: then sums are made again.
create function keep_figure_changes() returns trigger language plpgsql as $$
declare
  summed text := tg_argv[3];
  known_by text := case when tg_argv[2] = '' then '' else tg_argv[2] || ', ' end;
begin
  if tg_op = 'DELETE' then
    insert into figure_versions as kept (client_code, facts, version, whole_since)
    select client_code, tg_argv[0], 1, 1 from before group by client_code order by client_code
    on conflict (client_code, facts) do update set version = kept.version + 1, whole_since = kept.version + 1;
    return null;
  end if;
  if not exists (select from after) then
    return null;
  end if;
  if (select count(*) from (select from after limit 10001) as first_ones) > 10000 then
    insert into figure_versions as kept (client_code, facts, version, whole_since)
    select client_code, tg_argv[0], 1, 1 from after group by client_code order by client_code
    on conflict (client_code, facts) do update set version = kept.version + 1, whole_since = kept.version + 1;
    return null;
  end if;
  execute format($sql$
    with raised as (
      insert into figure_versions as kept (client_code, facts, version)
      select client_code, %1$L, 1 from after group by client_code order by client_code
      on conflict (client_code, facts) do update set version = kept.version + 1
      returning kept.client_code, kept.version
    ), changed as (
      select client_code, day, %2$s %3$s from (%4$s) as changed where %5$s group by %2$s client_code, day
    )
    insert into %6$I (client_code, version, day, %2$s %7$s)
    select client_code, version, day, %2$s %7$s from changed join raised using (client_code)
  $sql$, tg_argv[0], known_by, regexp_replace(summed, '(\w+)', 'sum(n * \1) as \1', 'g'), changed_facts(tg_op), tg_argv[4],
    tg_argv[1], summed);
  return null;
end $$;

-- Sets the triggers of a table of facts, in the place of those that only raised the version.
create function keep_changes_of(changed_table text, facts text, changes text, keys text, sums text, which text)
returns void language plpgsql as $$
declare
  given text := format('execute function keep_figure_changes(%L, %L, %L, %L, %L)', facts, changes, keys, sums, which);
begin
  execute format('drop trigger raise_figure_version_of_new on %I', changed_table);
  execute format('drop trigger raise_figure_version_of_changed on %I', changed_table);
  execute format('drop trigger raise_figure_version_of_gone on %I', changed_table);
  execute format('create trigger keep_figure_changes_of_new after insert on %I referencing new table as after
    for each statement %s', changed_table, given);
  execute format('create trigger keep_figure_changes_of_changed after update on %I
    referencing old table as before new table as after for each statement %s', changed_table, given);
  execute format('create trigger keep_figure_changes_of_gone after delete on %I referencing old table as before
    for each statement %s', changed_table, given);
end $$;
select keep_changes_of('parcel_facts', 'parcels', 'parcel_changes', 'carrier, service',
  'despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent', 'true');
select keep_changes_of('parcel_region_facts', 'parcels', 'parcel_region_changes', 'carrier, region',
  'despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent', 'true');
select keep_changes_of('order_facts', 'orders', 'order_changes', 'currency_code',
  'orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces, despatched_value, '
  'delivered', 'true');
select keep_changes_of('exception_facts', 'exceptions', 'exception_changes', 'carrier, state, reason', 'events', 'true');
select keep_changes_of('return_facts', 'returns', 'return_changes', '', 'received_pieces', 'split = ''all''');
drop function keep_changes_of;

-- Forgets changes that are older than so long, and says that they may be gone. Of facts that are being folded or rebuilt they
-- stay until the next time. Gives how many were forgotten.
create function forget_figure_changes(older interval) returns int language plpgsql as $$
declare
  kind record;
  forgotten int;
  total int := 0;
begin
  for kind in select * from (values
    ('parcels', 'parcel_changes'), ('parcels', 'parcel_region_changes'), ('orders', 'order_changes'),
    ('exceptions', 'exception_changes'), ('returns', 'return_changes')
  ) as kinds (facts, changes) loop
    continue when not pg_try_advisory_xact_lock(hashtextextended('facts of ' || kind.facts, 0));
    execute format($sql$
      with gone as (
        delete from %I where changed_at < now() - $1 returning client_code, version
      ), marked as (
        update figure_versions as kept set whole_since = greatest(kept.whole_since, last.version)
        from (select client_code, max(version) as version from gone group by client_code) as last
        where kept.client_code = last.client_code and kept.facts = $2
      )
      select count(*)::int from gone
    $sql$, kind.changes) into forgotten using older, kind.facts;
    total := total + forgotten;
  end loop;
  return total;
end $$;
