import type pg from 'pg'
import { type BackedUpTable, identifier, quoted } from './backup-format.ts'

type Named = { schema: string; name: string; what: string; definition: string }

/**
 * Takes from tables, within the transaction, what would slow their filling down or act on it: foreign keys, indexes that no
 * constraint needs, and the row-level security that binds their owner too. There are no triggers before migrate() is done. `rebuild` brings all but the last of
 * it back, with keys checked a table at a time rather than a row; `secure` the last, once nothing more is to be read.
 */
export async function lightenSchema(
  client: pg.Client,
  tables: readonly BackedUpTable[],
): Promise<{ rebuild(): Promise<void>; secure(): Promise<void> }> {
  const names = [tables.map(quoted)]
  const ask = async (text: string) => (await client.query<Named>(text, names)).rows
  const keys = await ask(`${OF_TABLES}, k.conname as what, pg_get_constraintdef(k.oid) as definition
    from ${THE_TABLES} join pg_constraint k on k.conrelid = c.oid where k.contype = 'f' and k.conparentid = 0 order by k.oid`)
  const indexes = await ask(`${OF_TABLES}, x.relname as what, pg_get_indexdef(x.oid) as definition
    from ${THE_TABLES} join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
    where not x.relispartition and not exists (select from pg_constraint k where k.conindid = x.oid and k.contype in ('p', 'u', 'x'))
    order by x.oid`)
  const secured = await ask(`${OF_TABLES}, '' as what, '' as definition from ${THE_TABLES} where c.relforcerowsecurity`)

  const alter = async (list: readonly Named[], change: (named: Named) => string) => {
    for (const named of list) await client.query(`alter table ${quoted(named)} ${change(named)}`)
  }
  await alter(keys, ({ what }) => `drop constraint ${identifier(what)}`)
  for (const { schema, what } of indexes) await client.query(`drop index ${quoted({ schema, name: what })}`)
  await alter(secured, () => 'no force row level security')
  const rebuild = async () => {
    await client.query("set local maintenance_work_mem = '256MB'")
    for (const { definition } of indexes) await client.query(definition)
    await alter(keys, ({ what, definition }) => `add constraint ${identifier(what)} ${definition}`)
  }
  const secure = () => alter(secured, () => 'force row level security')
  return { rebuild, secure }
}

const OF_TABLES = 'select n.nspname as schema, c.relname as name'
const THE_TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace and c.oid = any ($1::text[]::regclass[])`
