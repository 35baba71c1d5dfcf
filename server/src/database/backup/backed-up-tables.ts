import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { KEEP_ALIVE } from '../faults/held-transactions.ts'
import { type BackedUpSequence, type BackedUpTable, identifier, quoted } from './backup-format.ts'

/** The application's schemas. */
const SCHEMAS = `('public', 'jobs')`
/**
 * Which migrations were applied is in the header, functions and triggers are those of the program that restores, and what
 * pg-boss notes about itself in passing it makes again.
 */
const NOT_KEPT: readonly string[] = [
  'public.schema_migrations',
  'public.schema_definitions',
  'public.unfinished_restore',
  'jobs.warning',
  'jobs.bam',
]
/** Whether a restore takes up a table: a program of before may have backed up one that is not kept any more. */
export const isKept = ({ schema, name }: { schema: string; name: string }) => !NOT_KEPT.includes(`${schema}.${name}`)
const OF_THE_DAY = `'jobs.queue_stats'::regclass`

/** Every table that holds rows, with its columns, in the order of their names; partitions are tables of their own. */
export async function backedUpTables(client: pg.Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ${SCHEMAS} and n.nspname || '.' || c.relname <> all ($1)
      and not exists (select from pg_inherits i where i.inhrelid = c.oid and i.inhparent = ${OF_THE_DAY})
    order by 1, 2`,
    [NOT_KEPT],
  )
  return rows
}

/** Where each sequence is. Sequences know no snapshots: read after one was taken, they are past every row that it has. */
export async function readSequences(client: pg.Client): Promise<BackedUpSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname in ${SCHEMAS} order by 1, 2`,
  )
  const sequences: BackedUpSequence[] = []
  for (const row of rows) {
    const read = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${quoted(row)}`,
    )
    const [state] = read.rows
    if (state) sequences.push({ ...row, ...state })
  }
  return sequences
}

/** Readers of rows must agree on how a value is written, whatever the database, the user or the session is set to. */
export const AS_ALWAYS_WRITTEN = `
  set local client_encoding = 'UTF8'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; ${KEEP_ALIVE}`

/** The rows of a table as COPY text. */
export function rowsOf(client: pg.Client, { columns, ...table }: BackedUpTable): Readable {
  const list = columns.map(identifier).join(', ')
  return client.query(to(`copy (select ${list} from only ${quoted(table)}) to stdout`))
}
