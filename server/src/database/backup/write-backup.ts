import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { StartError } from '../../process/start-error.ts'
import { AS_ALWAYS_WRITTEN, backedUpTables, readSequences, rowsOf } from './backed-up-tables.ts'
import { type BackedUpTable, type BackupHeader, FIRST_LINE, FRAME, frame, jsonFrame, quoted } from './backup-format.ts'
import { lineSum } from './line-sum.ts'
import { letOwnerReadAll, READS_ALL } from './read-as-a-whole.ts'

export type BackupMade = { madeAt: string; tables: number; rows: number; bytes: number }

/**
 * Writes all that a database holds into one new file, as it was at one moment, while people work. The file has its name
 * only once it is whole and on the disk. Throws a StartError where the file is there already, or the database has no schema
 * of ours.
 */
export async function writeBackup(given: {
  ownerUrl: string
  file: string
  secretMark: string | null
  signal?: AbortSignal
  report?: (line: string) => void
}): Promise<BackupMade> {
  const { file, signal, ownerUrl } = given
  await refuseExisting(file)
  const client = new pg.Client({ connectionString: ownerUrl })
  // A connection that breaks fails what is asked of it; without a listener the process would end instead.
  client.on('error', () => undefined)
  await client.connect()
  const unfinished = `${file}.unfinished`
  try {
    if (!(await hasSchema(client))) throw new StartError('This database holds no portal: there is nothing to back up.')
    await letOwnerReadAll(ownerUrl)
    const header = await beginSnapshot(client, given.secretMark)
    const counted = { rows: 0 }
    const bytes = Readable.from(backupBytes(client, header, counted, given.report))
    // Readable by who makes it alone: it holds all that the database holds.
    const out = createWriteStream(unfinished, { mode: 0o600, flush: true })
    await pipeline(bytes, firstPlain, out, signal ? { signal } : {})
    await client.query('commit')
    await refuseExisting(file)
    await rename(unfinished, file)
    return {
      madeAt: header.madeAt,
      tables: header.tables.length,
      rows: counted.rows,
      bytes: (await stat(file)).size,
    }
  } finally {
    await client.end().catch(() => undefined)
    await rm(unfinished, { force: true })
  }
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw new StartError(`${file} is there already: name a new file.`)
}

async function hasSchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('schema_migrations') is not null as is`)
  return rows[0]?.is === true
}

/**
 * Begins the transaction that sees one moment, and says what there is in it. The tables are held first, weakly: a
 * migration that rewrites one waits until they are read, while everyone else works on.
 */
async function beginSnapshot(client: pg.Client, secretMark: string | null): Promise<BackupHeader> {
  const before = await backedUpTables(client)
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query(`${AS_ALWAYS_WRITTEN}; ${READS_ALL}`)
  await client.query(`lock table ${[...before, MIGRATIONS].map(quoted).join(', ')} in access share mode`)
  const { rows } = await client.query<{ at: Date; postgres: string }>(
    `select now() as at, current_setting('server_version') as postgres`,
  )
  const tables = await backedUpTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(before))
    throw new StartError('The portal was being brought up to date just now: back it up again.')
  const migrations = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations order by name',
  )
  return {
    madeAt: (rows[0]?.at ?? new Date()).toISOString(),
    postgres: rows[0]?.postgres ?? '',
    migrations: migrations.rows,
    tables,
    secretMark,
  }
}

const MIGRATIONS = { schema: 'public', name: 'schema_migrations' }
const TELL_EVERY_MS = 10_000

/** All frames of a backup, and their sum at the end. */
async function* backupBytes(
  client: pg.Client,
  header: BackupHeader,
  counted: { rows: number },
  report?: (line: string) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  function* hashed(pieces: Buffer[]): Generator<Buffer> {
    for (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
  }
  let told = Date.now()
  const tell = (table: BackedUpTable, rows: number) => {
    if (Date.now() - told < TELL_EVERY_MS) return
    told = Date.now()
    report?.(`${(counted.rows + rows).toLocaleString('en-GB')} rows so far, now of ${table.name}`)
  }
  yield* hashed(jsonFrame(FRAME.header, header))
  for (const table of header.tables) {
    yield* hashed(jsonFrame(FRAME.table, { schema: table.schema, name: table.name }))
    const sum = lineSum()
    for await (const piece of rowsOf(client, table) as AsyncIterable<Buffer>) {
      sum.add(piece)
      tell(table, sum.total().rows)
      yield* hashed(frame(FRAME.rows, piece))
    }
    const total = sum.total()
    counted.rows += total.rows
    yield* hashed(jsonFrame(FRAME.tableEnd, total))
  }
  yield* hashed(jsonFrame(FRAME.sequences, await readSequences(client)))
  yield* jsonFrame(FRAME.end, { tables: header.tables.length, rows: counted.rows, sha256: hash.digest('hex') })
}

/** The file's bytes: its first line as it is, and the frames compressed. */
async function* firstPlain(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(FIRST_LINE)
  const compressed = createZstdCompress()
  const done = pipeline(frames, compressed)
  // The failure is thrown below, or by the reader of what is compressed.
  done.catch(() => undefined)
  for await (const piece of compressed as AsyncIterable<Buffer>) yield piece
  await done
}
