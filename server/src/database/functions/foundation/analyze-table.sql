-- Analyzes a table for a feed (docs/decisions/0014). Runs as the owner: PostgreSQL before 17 has no MAINTAIN privilege to
-- grant. Skips a table that another server or autovacuum analyzes.
create or replace function analyze_table(name regclass) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('analyze (skip_locked) %s', name);
end $$;
