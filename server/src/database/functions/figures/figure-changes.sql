-- Changes of facts by day, each kept for some minutes under the version that it made. A server that caches sums of an earlier version
-- adds the changes since, and need not read years of facts again. Why: docs/decisions/0122-what-a-fold-changed-is-added.md.

-- Raises the version of the clients whose facts a statement changed, and keeps the changes. Arguments: the name of the facts, the table
-- of changes, the columns that identify a fact besides client and day, the columns to add up, and a condition on the facts. Deletes,
-- which only a rebuild makes, and statements of more than 10,000 facts keep no changes: caches of the client are then read again.
create or replace function keep_figure_changes() returns trigger language plpgsql as $$
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

-- Deletes changes that are older than `older`, and notes from which version changes are complete. Facts that are being folded or rebuilt
-- are left until the next time. Returns how many changes it deleted.
create or replace function forget_figure_changes(older interval) returns int language plpgsql as $$
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
