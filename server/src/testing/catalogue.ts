import type { TestDatabase } from './test-database.ts'

/** Tables with their columns, constraints, indexes, policies, settings and privileges. */
const TABLES = `
  select 'column' as kind, table_name || '.' || column_name as name, concat_ws(' ', data_type, is_nullable, column_default, is_identity, collation_name) as what
    from information_schema.columns where table_schema = 'public' and table_name not in (select viewname from pg_views where schemaname = 'public')
  union all select 'constraint', conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and contype <> 't'
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'policy', tablename || ' ' || policyname, concat_ws(' ', cmd, qual, with_check) from pg_policies
  union all select 'settings', relname, concat_ws(' ', relpersistence, relrowsecurity, relforcerowsecurity, reloptions::text) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
  union all select 'right', table_name || ' ' || grantee, privilege_type from information_schema.role_table_grants where grantee = 'despatch_app'
    and table_name not in (select viewname from pg_views where schemaname = 'public')
    -- The queues' figures have a table for each day.
    and table_name !~ '^queue_stats_[0-9]{8}$'`
/** Functions and views with their settings and privileges, and triggers. */
const DEFINITIONS = `
  select 'function' as kind, oid::regprocedure::text as name, concat_ws(' ', pg_get_functiondef(oid), proacl::text) as what from pg_proc where pronamespace = 'public'::regnamespace
  union all select 'view', relname, concat_ws(' ', pg_get_viewdef(oid), reloptions::text, relacl::text) from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
  union all select 'trigger', tgrelid::regclass || ' ' || tgname, concat_ws(' ', pg_get_triggerdef(oid), tgenabled::text) from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'jobs.%'`

/** The tables of a database, as rows to compare. */
export const tablesOf = (on: TestDatabase) => on.asOwner(`${TABLES} order by 1, 2, 3`)

/** The whole schema: tables, functions, views and triggers. */
export const schemaOf = (on: TestDatabase) => on.asOwner(`${TABLES} union all ${DEFINITIONS} order by 1, 2, 3`)
