import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { KEEP_ALIVE } from '../faults/held-transactions.ts'
import { type BackedUpSequence, type BackedUpTable, quotedIdentifier, quotedName } from './backup-format.ts'

/** The application's schemas. */
const SCHEMAS = `('public', 'jobs')`
/**
 * Tables that are not backed up: the header lists the migrations, the restoring program brings its own functions and triggers, and
 * pg-boss recreates its own notes.
 */
const NOT_BACKED_UP: readonly string[] = [
  'public.schema_migrations',
  'public.schema_definitions',
  'public.unfinished_restore',
  'jobs.warning',
  'jobs.bam',
]
/** Whether a restore reads a table. An older program may have backed up a table that is no longer backed up. */
export const isBackedUp = ({ schema, name }: { schema: string; name: string }) =>
  !NOT_BACKED_UP.includes(`${schema}.${name}`)
const DAILY_STATS = `'jobs.queue_stats'::regclass`

/** Every table with rows, with its columns in order, sorted by name. Partitions are tables of their own. */
export async function backedUpTables(client: pg.Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ${SCHEMAS} and n.nspname || '.' || c.relname <> all ($1)
      and not exists (select from pg_inherits i where i.inhrelid = c.oid and i.inhparent = ${DAILY_STATS})
    order by 1, 2`,
    [NOT_BACKED_UP],
  )
  return rows
}

/** The position of each sequence. Sequences ignore snapshots: read after the snapshot, they are past every row in it. */
export async function readSequences(client: pg.Client): Promise<BackedUpSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname in ${SCHEMAS} order by 1, 2`,
  )
  const sequences: BackedUpSequence[] = []
  for (const row of rows) {
    const read = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quotedName(row)}`,
    )
    const [state] = read.rows
    if (state) sequences.push({ ...row, ...state })
  }
  return sequences
}

/** Settings that make COPY write values in one way, whatever the database, user or session sets. */
export const FIXED_TEXT_SETTINGS = `
  set local client_encoding = 'UTF8'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; ${KEEP_ALIVE}`

/** The rows of a table as COPY text. */
export function rowsOf(client: pg.Client, { columns, ...table }: BackedUpTable): Readable {
  const list = columns.map(quotedIdentifier).join(', ')
  return client.query(to(`copy (select ${list} from only ${quotedName(table)}) to stdout`))
}
