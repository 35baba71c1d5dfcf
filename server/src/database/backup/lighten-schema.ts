import type pg from 'pg'
import { type BackedUpTable, quotedIdentifier, quotedName } from './backup-format.ts'

type TableObject = { schema: string; name: string; what: string; definition: string }

/**
 * Removes from tables what would slow down or affect filling them, in the same transaction: foreign keys, indexes that no constraint
 * needs, and forced row-level security, which binds the owner too. There are no triggers before migrate() has finished.
 *
 * @returns `rebuild` restores keys and indexes, checking keys per table rather than per row; `secure` restores row-level security
 *   and must come last, after all reading
 */
export async function lightenSchema(
  client: pg.Client,
  tables: readonly BackedUpTable[],
): Promise<{ rebuild(): Promise<void>; secure(): Promise<void> }> {
  const names = [tables.map(quotedName)]
  const ask = async (text: string) => (await client.query<TableObject>(text, names)).rows
  const keys = await ask(`${SELECT_TABLE}, k.conname as what, pg_get_constraintdef(k.oid) as definition
    from ${FROM_TABLES} join pg_constraint k on k.conrelid = c.oid where k.contype = 'f' and k.conparentid = 0 order by k.oid`)
  const indexes = await ask(`${SELECT_TABLE}, x.relname as what, pg_get_indexdef(x.oid) as definition
    from ${FROM_TABLES} join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
    where not x.relispartition and not exists (select from pg_constraint k where k.conindid = x.oid and k.contype in ('p', 'u', 'x'))
    order by x.oid`)
  const secured = await ask(
    `${SELECT_TABLE}, '' as what, '' as definition from ${FROM_TABLES} where c.relforcerowsecurity`,
  )

  const alter = async (list: readonly TableObject[], change: (object: TableObject) => string) => {
    for (const object of list) await client.query(`alter table ${quotedName(object)} ${change(object)}`)
  }
  await alter(keys, ({ what }) => `drop constraint ${quotedIdentifier(what)}`)
  for (const { schema, what } of indexes) await client.query(`drop index ${quotedName({ schema, name: what })}`)
  await alter(secured, () => 'no force row level security')
  const rebuild = async () => {
    await client.query("set local maintenance_work_mem = '256MB'")
    for (const { definition } of indexes) await client.query(definition)
    await alter(keys, ({ what, definition }) => `add constraint ${quotedIdentifier(what)} ${definition}`)
  }
  const secure = () => alter(secured, () => 'force row level security')
  return { rebuild, secure }
}

const SELECT_TABLE = 'select n.nspname as schema, c.relname as name'
const FROM_TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace and c.oid = any ($1::text[]::regclass[])`
