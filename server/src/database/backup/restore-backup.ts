import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { StartError } from '../../process/start-error.ts'
import { knownMigrations, migrate, UNFINISHED_RESTORE } from '../migrate/migrate.ts'
import { isBeforeSchema, missingPreviousMigrations, START } from '../migrate/schema.ts'
import { FIXED_TEXT_SETTINGS, backedUpTables, isBackedUp, rowsOf } from './backed-up-tables.ts'
import { type BackedUpTable, type BackupHeader, quotedIdentifier, quotedName } from './backup-format.ts'
import { lineSum } from './line-sum.ts'
import { type BackupContent, readBackup } from './read-backup.ts'
import { lightenSchema } from './lighten-schema.ts'

/**
 * Restores a backup into an empty database: creates the schema of the backup, fills it in one transaction, compares every table with
 * the sums in the backup, and then brings the database up to date. The caller has already read the file to its end. If anything
 * fails it throws, and the database stays marked as unfinished so that no server starts on it.
 */
export async function restoreBackup({
  ownerUrl,
  file,
  header,
  report,
  signal,
}: {
  ownerUrl: string
  file: string
  header: BackupHeader
  report: (line: string) => void
  signal?: AbortSignal
}): Promise<BackupContent> {
  await refuseNonEmpty(ownerUrl)
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  // Running statements fail with their connection and are rolled back.
  const stop = () => void client.end()
  signal?.addEventListener('abort', stop)
  try {
    await client.query(`create table ${UNFINISHED_RESTORE} (began_at timestamptz not null default now())`)
    await migrate({ ownerUrl, only: new Set((await migrationsOf(header)).map(({ name }) => name)), isRestoring: true })
    await client.query('begin')
    await client.query(FIXED_TEXT_SETTINGS)
    const tables = await backedUpTables(client)
    const lightened = await lightenSchema(client, tables)
    const read = await fillTables(client, { file, tables })
    report(`${read.rows.toLocaleString('en-GB')} rows are in place; making indexes and checking keys`)
    await lightened.rebuild()
    await compareSums(client, read)
    await lightened.secure()
    await client.query(`drop table ${UNFINISHED_RESTORE}`)
    await client.query('commit')
    report('Every table is as it was when it was backed up')
    // This also creates functions and triggers: until now nothing acted on the copied rows.
    await migrate({ ownerUrl, report })
    // Update statistics for the new rows.
    await client.query('analyze')
    return read
  } catch (error) {
    throw signal?.aborted ? new StartError('Stopped: the restore is not whole.') : error
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end().catch(() => undefined)
  }
}

/** The migrations applied to the backup's database, starting with this program's schema. */
async function migrationsOf({ migrations }: BackupHeader): Promise<BackupHeader['migrations']> {
  const since = migrations.filter(({ name }) => name >= START)
  if (!isBeforeSchema(migrations)) return since
  const [missing] = await missingPreviousMigrations(migrations, 'This backup')
  if (missing)
    throw new StartError(
      `This backup was made by an earlier version of Despatch, which had no ${missing.name}: restore it with that version, start this version on it once, and back it up again.`,
    )
  return [{ name: START, hash: (await knownMigrations()).get(START) ?? '' }, ...since]
}

/** Throws a StartError if this version cannot restore the backup. */
export async function refuseOtherVersion(header: BackupHeader): Promise<void> {
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

/** Throws a StartError unless the database is empty: a restore never mixes with other data. */
export async function refuseNonEmpty(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname in ('public', 'jobs')
         and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
       order by c.relname = '${UNFINISHED_RESTORE}' desc, 1`,
    )
    if (rows.some(({ name }) => name === UNFINISHED_RESTORE)) throw new StartError(INTERRUPTED)
    if (rows[0])
      throw new StartError(
        `This database is not empty (it has ${rows[0].name}): a backup is restored into a new one alone. Make one (createdb) and name it with DATABASE_URL.`,
      )
  } finally {
    await client.end()
  }
}

const INTERRUPTED =
  'A restore into this database was broken off: drop it, make a new one (createdb), and restore into that.'

/** Copies all rows of the backup into the tables, after emptying those that migrations filled. */
async function fillTables(
  client: pg.Client,
  { file, tables }: { file: string; tables: readonly BackedUpTable[] },
): Promise<BackupContent> {
  await client.query(`truncate ${tables.map((table) => `only ${quotedName(table)}`).join(', ')}`)
  const ownTables = new Map(tables.map((table) => [quotedName(table), table]))
  const read = await readBackup(file, {
    async table(table, rows) {
      if (!isBackedUp(table)) return drain(rows)
      refuseOtherColumns(table, ownTables.get(quotedName(table)))
      await copyIn(client, table, rows)
    },
  })
  const backedUp = read.header.tables.filter(isBackedUp)
  if (backedUp.length !== tables.length)
    throw new Error(`The backup has ${backedUp.length} tables, and its schema ${tables.length}`)
  for (const { schema, name, last, isCalled } of read.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quotedName({ schema, name }), last, isCalled])
  return read
}

function refuseOtherColumns(table: BackedUpTable, own: BackedUpTable | undefined): void {
  if (!own) throw new Error(`The backup has a table ${quotedName(table)}, which its schema has not`)
  const [ours, theirs] = [own.columns, table.columns].map((columns) => columns.toSorted().join(', '))
  if (ours !== theirs)
    throw new Error(`The backup’s ${quotedName(table)} has the columns ${theirs}, its schema’s ${ours}`)
}

async function drain(rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of rows);
}

async function copyIn(client: pg.Client, table: BackedUpTable, rows: AsyncIterable<Buffer>): Promise<void> {
  const columns = table.columns.map(quotedIdentifier).join(', ')
  // Frozen rows save vacuum from rewriting them. This requires truncating the table in the same transaction.
  const into = client.query(from(`copy ${quotedName(table)} (${columns}) from stdin with (freeze)`))
  await pipeline(rows, into)
}

/** Reads every table back and throws if one differs from the backup. */
async function compareSums(client: pg.Client, { header, sums }: BackupContent): Promise<void> {
  for (const table of header.tables.filter(isBackedUp)) {
    const sum = lineSum()
    for await (const piece of rowsOf(client, table) as AsyncIterable<Buffer>) sum.add(piece)
    const [found, expected] = [sum.total(), sums.get(`${table.schema}.${table.name}`)]
    if (found.rows !== expected?.rows || found.sum !== expected.sum)
      throw new Error(
        `${quotedName(table)} came out as ${found.rows} rows (${found.sum}) instead of ${expected?.rows} (${expected?.sum}): nothing was kept`,
      )
  }
}
