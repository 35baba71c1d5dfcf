import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { StartError } from '../../process/start-error.ts'
import { knownMigrations, migrate, UNFINISHED_RESTORE } from '../migrate/migrate.ts'
import { isFromBefore, missingOfBefore, START } from '../migrate/schema.ts'
import { AS_ALWAYS_WRITTEN, backedUpTables, isKept, rowsOf } from './backed-up-tables.ts'
import { type BackedUpTable, type BackupHeader, identifier, quoted } from './backup-format.ts'
import { lineSum } from './line-sum.ts'
import { type BackupRead, readBackup } from './read-backup.ts'
import { lightenSchema } from './lighten-schema.ts'

/**
 * Restores a backup, which has been read to its end before, into a database that holds nothing: brings it to the very
 * schema of the backup, fills it in one transaction, compares what is there with the backup's sums, and brings it up to
 * date. Throws where any of that fails: the database then says of itself that it is unfinished, and no server starts on it.
 */
export async function restoreBackup(given: {
  ownerUrl: string
  file: string
  header: BackupHeader
  report: (line: string) => void
  signal?: AbortSignal
}): Promise<BackupRead> {
  const { ownerUrl, file, header, report, signal } = given
  await refuseFilled(ownerUrl)
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  // What is under way fails with its connection, and is rolled back.
  const stop = () => void client.end()
  signal?.addEventListener('abort', stop)
  try {
    await client.query(`create table ${UNFINISHED_RESTORE} (began_at timestamptz not null default now())`)
    await migrate({ ownerUrl, only: new Set((await migrationsOf(header)).map(({ name }) => name)), isRestoring: true })
    await client.query('begin')
    await client.query(AS_ALWAYS_WRITTEN)
    const tables = await backedUpTables(client)
    const lightened = await lightenSchema(client, tables)
    const read = await fill(client, { file, tables })
    report(`${read.rows.toLocaleString('en-GB')} rows are in place; making indexes and checking keys`)
    await lightened.rebuild()
    await compareSums(client, read)
    await lightened.secure()
    await client.query(`drop table ${UNFINISHED_RESTORE}`)
    await client.query('commit')
    report('Every table is as it was when it was backed up')
    // Functions and triggers come with this: until here nothing acts on the rows that are copied.
    await migrate({ ownerUrl, report })
    // Plans are made for what is there now.
    await client.query('analyze')
    return read
  } catch (error) {
    throw signal?.aborted ? new StartError('Stopped: the restore is not whole.') : error
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end().catch(() => undefined)
  }
}

/** What was applied to the database of a backup, from the schema of this version of the program on. */
async function migrationsOf({ migrations }: BackupHeader): Promise<BackupHeader['migrations']> {
  const since = migrations.filter(({ name }) => name >= START)
  if (!isFromBefore(migrations)) return since
  const [missing] = await missingOfBefore(migrations, 'This backup')
  if (missing)
    throw new StartError(
      `This backup was made by an earlier version of Despatch, which had no ${missing.name}: restore it with that version, start this version on it once, and back it up again.`,
    )
  return [{ name: START, hash: (await knownMigrations()).get(START) ?? '' }, ...since]
}

/** Throws a StartError for a backup that this version of the program cannot restore. */
export async function refuseOtherVersions(header: BackupHeader): Promise<void> {
  const migrations = await migrationsOf(header)
  const known = await knownMigrations()
  const newer = migrations.find(({ name }) => !known.has(name))
  if (newer)
    throw new StartError(
      `This backup was made by a newer version of Despatch (it has ${newer.name}): restore it with that version.`,
    )
  const other = migrations.find(({ name, hash }) => hash !== known.get(name))
  if (other)
    throw new StartError(
      `This backup was made by a version of Despatch with another ${other.name}: restore it with the version that made it.`,
    )
}

/** Throws a StartError where the database holds anything: a restore never mixes with what is there. */
export async function refuseFilled(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname in ('public', 'jobs')
         and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
       order by c.relname = '${UNFINISHED_RESTORE}' desc, 1`,
    )
    if (rows.some(({ name }) => name === UNFINISHED_RESTORE)) throw new StartError(BROKEN_OFF)
    if (rows[0])
      throw new StartError(
        `This database is not empty (it has ${rows[0].name}): a backup is restored into a new one alone. Make one (createdb) and name it with DATABASE_URL.`,
      )
  } finally {
    await client.end()
  }
}

const BROKEN_OFF =
  'A restore into this database was broken off: drop it, make a new one (createdb), and restore into that.'

/** Copies all rows of the backup into the tables, which are empty but for what migrations put there. */
async function fill(
  client: pg.Client,
  { file, tables }: { file: string; tables: readonly BackedUpTable[] },
): Promise<BackupRead> {
  await client.query(`truncate ${tables.map((table) => `only ${quoted(table)}`).join(', ')}`)
  const there = new Map(tables.map((table) => [quoted(table), table]))
  const read = await readBackup(file, {
    async table(table, rows) {
      if (!isKept(table)) return drain(rows)
      refuseOtherShape(table, there.get(quoted(table)))
      await copyIn(client, table, rows)
    },
  })
  const backedUp = read.header.tables.filter(isKept)
  if (backedUp.length !== tables.length)
    throw new Error(`The backup has ${backedUp.length} tables, and its schema ${tables.length}`)
  for (const { schema, name, last, isCalled } of read.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted({ schema, name }), last, isCalled])
  return read
}

function refuseOtherShape(table: BackedUpTable, there: BackedUpTable | undefined): void {
  if (!there) throw new Error(`The backup has a table ${quoted(table)}, which its schema has not`)
  const [ours, theirs] = [there.columns, table.columns].map((columns) => columns.toSorted().join(', '))
  if (ours !== theirs) throw new Error(`The backup’s ${quoted(table)} has the columns ${theirs}, its schema’s ${ours}`)
}

async function drain(rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of rows);
}

async function copyIn(client: pg.Client, table: BackedUpTable, rows: AsyncIterable<Buffer>): Promise<void> {
  const columns = table.columns.map(identifier).join(', ')
  // Frozen: no vacuum has to write all of it again. It needs the table to be emptied in the same transaction.
  const into = client.query(from(`copy ${quoted(table)} (${columns}) from stdin with (freeze)`))
  await pipeline(rows, into)
}

/** Reads every table back, and throws where one is not what the backup says. */
async function compareSums(client: pg.Client, { header, sums }: BackupRead): Promise<void> {
  for (const table of header.tables.filter(isKept)) {
    const sum = lineSum()
    for await (const piece of rowsOf(client, table) as AsyncIterable<Buffer>) sum.add(piece)
    const [found, expected] = [sum.total(), sums.get(`${table.schema}.${table.name}`)]
    if (found.rows !== expected?.rows || found.sum !== expected.sum)
      throw new Error(
        `${quoted(table)} came out as ${found.rows} rows (${found.sum}) instead of ${expected?.rows} (${expected?.sum}): nothing was kept`,
      )
  }
}
