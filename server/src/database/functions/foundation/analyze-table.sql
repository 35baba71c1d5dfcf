-- Analyzes a table for a feed (docs/decisions/0014). Of a large table only the clients: all columns would take as long as
-- 10,000 lines of the feed (bench fresh-feed), and the others hardly depend on the client. Runs as the owner: PostgreSQL
-- before 17 has no MAINTAIN privilege to grant. Skips a table that another server or autovacuum analyzes.
create or replace function analyze_table(name regclass) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('analyze (skip_locked) %s %s', name,
    case when (select reltuples from pg_class where oid = name) >= 10000 then '(client_code)' end);
end $$;
