import type pg from 'pg'
import { type ApplyOptions, applyFile } from './apply-file.ts'
import { type Definition, readDefinitions, readEdition } from './definitions.ts'

type AppliedDefinition = { readonly name: string; readonly hash: string; readonly edition: number }

/**
 * Updates functions, views and triggers to this program's texts. It applies those that are missing or that an earlier edition
 * applied with another text: functions and views in one transaction, and each trigger in a transaction of its own so that no two
 * tables are locked at once. It drops triggers that no file has any more. If a newer program has applied its own edition, it does
 * nothing, because in a rolling update servers of two versions use one database. Returns how many were applied. Throws as
 * applyFile does.
 */
export async function applyDefinitions(client: pg.Client, options: ApplyOptions): Promise<number> {
  await client.query(
    'create table if not exists schema_definitions (name text primary key, hash text not null, edition int not null, applied_at timestamptz not null default now())',
  )
  const { rows: applied } = await client.query<AppliedDefinition>('select name, hash, edition from schema_definitions')
  const { edition } = await readEdition()
  if (applied.some((one) => one.edition > edition)) {
    options.report?.('functions, views and triggers are those of a newer version, and stay')
    return 0
  }
  const { functions, triggers } = await readDefinitions()
  const isDue = await dueTest(client, applied, edition)
  const changed = functions.filter(isDue)
  if (changed.length > 0) {
    // A function may use one from a later file.
    const sql = ['set local check_function_bodies = off;', ...changed.map((one) => one.sql)].join('\n')
    await applyFile(client, { name: 'functions and views', sql, note: note(changed, edition) }, options)
    options.report?.('functions and views')
  }
  const changedTriggers = triggers.filter(isDue)
  for (const one of changedTriggers)
    await applyFile(client, { name: one.name, sql: one.sql, note: note([one], edition) }, options)
  if (changedTriggers.length > 0) options.report?.('triggers')
  const current = new Set([...functions, ...triggers].map(({ name }) => name))
  for (const { name } of applied.filter((one) => !current.has(one.name) && one.edition < edition)) {
    // A migration drops the functions of a deleted file, once no server uses them.
    const sql = name.startsWith('trigger ') ? `drop ${name.replace('trigger ', 'trigger if exists ')}` : ''
    await applyFile(client, { name, sql, note: { text: FORGET, values: [name] } }, options)
  }
  return changed.length + changedTriggers.length
}

/** Returns a test for definitions to apply. A definition that this same edition applied with another text stays. */
async function dueTest(
  client: pg.Client,
  applied: readonly AppliedDefinition[],
  edition: number,
): Promise<(one: Definition) => boolean> {
  const before = new Map(applied.map((one) => [one.name, one]))
  const { rows } = await client.query<{ name: string }>(OBJECTS)
  const existing = new Set(rows.map(({ name }) => name))
  return ({ name, hash, makes }) => {
    const was = before.get(name)
    if (!was || makes.some((object) => !existing.has(object))) return true
    return was.hash !== hash && was.edition < edition
  }
}

const OBJECTS = `
  select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace
  union all select relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
  union all select 'trigger ' || tgname || ' on ' || relname from pg_trigger join pg_class c on c.oid = tgrelid
  where not tgisinternal and c.relnamespace = 'public'::regnamespace`
const FORGET = 'delete from schema_definitions where name = $1'

const note = (definitions: readonly Definition[], edition: number) => ({
  text: `insert into schema_definitions (name, hash, edition) select name, hash, $3 from unnest($1::text[], $2::text[]) as d (name, hash)
    on conflict (name) do update set hash = excluded.hash, edition = excluded.edition, applied_at = now()`,
  values: [definitions.map(({ name }) => name), definitions.map(({ hash }) => hash), edition],
})
