import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { StartError } from '../../process/start-error.ts'
import { FIXED_TEXT_SETTINGS, backedUpTables, readSequences, rowsOf } from './backed-up-tables.ts'
import {
  type BackedUpTable,
  type BackupHeader,
  FIRST_LINE,
  FRAME,
  frame,
  jsonFrame,
  quotedName,
} from './backup-format.ts'
import { lineSum } from './line-sum.ts'
import { letOwnerReadAll, READS_ALL } from './let-owner-read-all.ts'

export type BackupSummary = { madeAt: string; tables: number; rows: number; bytes: number }

/**
 * Writes a snapshot of the whole database into one new file, while people work. The file gets its name only when it is complete and
 * on disk. Throws a StartError if the file exists or the database has no portal schema.
 */
export async function writeBackup({
  ownerUrl,
  file,
  secretMark,
  signal,
  report,
}: {
  ownerUrl: string
  file: string
  secretMark: string | null
  signal?: AbortSignal
  report?: (line: string) => void
}): Promise<BackupSummary> {
  await refuseExisting(file)
  const client = new pg.Client({ connectionString: ownerUrl })
  // When a connection breaks, its statements fail. Without a listener the error would end the process.
  client.on('error', () => undefined)
  await client.connect()
  const unfinished = `${file}.unfinished`
  try {
    if (!(await hasSchema(client))) throw new StartError('This database holds no portal: there is nothing to back up.')
    await letOwnerReadAll(ownerUrl)
    const header = await beginSnapshot(client, secretMark)
    const counted = { rows: 0 }
    const bytes = Readable.from(backupBytes(client, header, counted, report))
    // Only the user who runs the backup may read the file: it holds the whole database.
    const out = createWriteStream(unfinished, { mode: 0o600, flush: true })
    await pipeline(bytes, compressFrames, out, signal ? { signal } : {})
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
 * Begins the snapshot transaction and reads the header. It first takes weak locks on the tables: a migration that rewrites one waits
 * until they are read, and everyone else goes on working.
 */
async function beginSnapshot(client: pg.Client, secretMark: string | null): Promise<BackupHeader> {
  const before = await backedUpTables(client)
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query(`${FIXED_TEXT_SETTINGS}; ${READS_ALL}`)
  await client.query(`lock table ${[...before, MIGRATIONS].map(quotedName).join(', ')} in access share mode`)
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
const REPORT_EVERY_MS = 10_000

/** Yields all frames of a backup, with the totals at the end. */
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
  let reportedAt = Date.now()
  const reportProgress = (table: BackedUpTable, rows: number) => {
    if (Date.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = Date.now()
    report?.(`${(counted.rows + rows).toLocaleString('en-GB')} rows so far, now of ${table.name}`)
  }
  yield* hashed(jsonFrame(FRAME.header, header))
  for (const table of header.tables) {
    yield* hashed(jsonFrame(FRAME.table, { schema: table.schema, name: table.name }))
    const sum = lineSum()
    for await (const piece of rowsOf(client, table) as AsyncIterable<Buffer>) {
      sum.add(piece)
      reportProgress(table, sum.total().rows)
      yield* hashed(frame(FRAME.rows, piece))
    }
    const total = sum.total()
    counted.rows += total.rows
    yield* hashed(jsonFrame(FRAME.tableEnd, total))
  }
  yield* hashed(jsonFrame(FRAME.sequences, await readSequences(client)))
  yield* jsonFrame(FRAME.end, { tables: header.tables.length, rows: counted.rows, sha256: hash.digest('hex') })
}

/** Yields the bytes of the file: the plain first line, then the compressed frames. */
async function* compressFrames(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(FIRST_LINE)
  const compressed = createZstdCompress()
  const done = pipeline(frames, compressed)
  // The failure is thrown below, or by the reader of the compressed bytes.
  done.catch(() => undefined)
  for await (const piece of compressed as AsyncIterable<Buffer>) yield piece
  await done
}
