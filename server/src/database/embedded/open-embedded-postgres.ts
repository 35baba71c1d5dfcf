import { mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, createCluster, resetPasswords } from './cluster.ts'
import {
  type Credentials,
  databaseUrls,
  generateCredentials,
  readCredentials,
  writeCredentials,
} from './credentials.ts'
import { fullDisk } from './full-disk.ts'
import { clusterExists, placeCluster } from './place-cluster.ts'
import { clearStray } from './postmaster.ts'
import { liveHolder, type ServerLock, takeServerLock } from './server-lock.ts'
import { StartError } from '../../process/start-error.ts'
import { supervise } from './supervise.ts'

/** The PostgreSQL of a data folder. */
export interface EmbeddedPostgres {
  /** Signs in as the database's owner, for migrations only. */
  readonly ownerUrl: string
  /** Signs in as the role that row-level security binds. */
  readonly appUrl: string
  /** Settles when PostgreSQL has died for good. A death after which it restarts is only reported. */
  readonly lost: Promise<Error>
  /** Why PostgreSQL is unavailable at present, or undefined. */
  trouble(): string | undefined
  /** Stops what this call started, after everything is written to disk. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly dataDirectory: string
  /** MiB for cached pages; default {@link DEFAULT_MEMORY}. */
  readonly memory?: number
  readonly report: (line: string) => void
}

const settings = {
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_connections: 60,
  fsync: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  // No replica can attach, so WAL need not serve one.
  wal_level: 'minimal',
  max_wal_senders: 0,
  jit: 'off',
  random_page_cost: 1.1,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and failing rows hold personal data, so they are not logged. The server reports errors itself.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}
const DEFAULT_MEMORY = 256
/** The operating system's file cache is assumed to be three times as large as PostgreSQL's own. */
const memorySettings = (memory: number) => ({ shared_buffers: `${memory}MB`, effective_cache_size: `${4 * memory}MB` })
const MAX_LOG_BYTES = 1_000_000
const ATTACH_TIMEOUT_MS = 60_000
const lockFile = (dataDirectory: string) => join(dataDirectory, 'server.lock')
const credentialsFile = (dataDirectory: string) => join(dataDirectory, 'postgres-credentials.json')

/**
 * Opens the data folder's PostgreSQL: creates it if missing, stops one that a killed server left running, starts it, and restarts
 * it when it dies. Only one process at a time can hold a data folder.
 * Throws a StartError if the user has to act.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDirectory = resolve(options.dataDirectory)
  await makeFolder(dataDirectory).catch((error: unknown) => {
    throw new StartError(`The folder ${dataDirectory} could not be made (${String(error)}).`)
  })
  const locks = [await takeServerLock(lockFile(dataDirectory), dataDirectory)]
  const release = async () => {
    for (const lock of locks.reverse()) await lock.release()
  }
  try {
    return await openLocked(dataDirectory, locks, release, options)
  } catch (error) {
    await release()
    const full = await fullDisk(join(dataDirectory, 'postgres'), error)
    throw full ? new StartError(`${full}. Free some space, and start again.`) : error
  }
}

async function openLocked(
  dataDirectory: string,
  locks: ServerLock[],
  release: () => Promise<void>,
  { memory = DEFAULT_MEMORY, report }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const account = await chooseAccount(join(dataDirectory, 'postgres'))
  const binaries = await findBinaries(account, report)
  const folder = await placeCluster(dataDirectory, account, report)
  if (!(await sameFolder(dirname(folder), dataDirectory))) {
    // A copied data folder may link to the same cluster: two servers must not use it at once.
    locks.push(await takeServerLock(lockFile(dirname(folder)), dirname(folder)))
  }
  const cluster: Cluster = { folder, account, binaries }
  const credentials = await prepare(cluster, credentialsFile(dataDirectory), report)
  const logFile = join(dataDirectory, 'postgres.log')
  await rotate(logFile)
  const postgres = await supervise(cluster, { settings: { ...settings, ...memorySettings(memory) }, logFile, report })
  for (const lock of locks) await lock.publishEndpoint(postgres.endpoint)
  return {
    ...databaseUrls(postgres.endpoint, credentials),
    lost: postgres.lost,
    trouble: () => postgres.trouble(),
    async stop() {
      await postgres.stop()
      await release()
    },
  }
}

/** Prepares cluster and credentials for the start of PostgreSQL, and returns the credentials. */
async function prepare(cluster: Cluster, file: string, report: (line: string) => void): Promise<Credentials> {
  const exists = await clusterExists(cluster.folder)
  const known = await readCredentials(file)
  if (exists) await clearStray(cluster, report)
  if (exists && known) return known
  const credentials = known ?? generateCredentials()
  // Written first: if the start is interrupted, a cluster with unknown passwords would be worse than unused credentials.
  if (!known && !exists) await writeCredentials(file, credentials)
  if (exists) {
    report(`${file} is missing: giving the database's roles new passwords`)
    await resetPasswords(cluster, credentials)
    await writeCredentials(file, credentials)
  } else {
    report(`Making a new database in ${cluster.folder}`)
    await createCluster(cluster, credentials, { throwaway: false })
  }
  return credentials
}

/**
 * For commands: connects to the PostgreSQL of the running server that holds the data folder, or else opens it as the server would.
 * stop() stops only what this call started.
 */
export async function attachOrOpenEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDirectory = resolve(options.dataDirectory)
  const deadline = Date.now() + ATTACH_TIMEOUT_MS
  for (;;) {
    const holder = await liveHolder(lockFile(dataDirectory))
    if (!holder) return openEmbeddedPostgres(options)
    const credentials = await readCredentials(credentialsFile(dataDirectory))
    if (holder.endpoint && credentials) {
      return {
        ...databaseUrls(holder.endpoint, credentials),
        lost: new Promise(() => {}),
        trouble: () => undefined,
        stop: () => Promise.resolve(),
      }
    }
    if (Date.now() > deadline) {
      throw new StartError(
        `Process ${holder.pid} uses ${dataDirectory}, but its database is not up after ${ATTACH_TIMEOUT_MS / 1000} s.`,
      )
    }
    await sleep(200)
  }
}

/** The pid of the live server that holds the data folder, or undefined. */
export async function serverHolding(dataDirectory: string): Promise<number | undefined> {
  return (await liveHolder(lockFile(resolve(dataDirectory))))?.pid
}

/** Creates one folder at a time: mkdir's own `recursive` never returns below /proc. */
async function makeFolder(folder: string): Promise<void> {
  const existing = await stat(folder).catch(() => undefined)
  if (existing && !existing.isDirectory()) throw new Error('there is a file of that name')
  if (existing) return
  if (dirname(folder) !== folder) await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

async function sameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = [await stat(one), await stat(other)]
  return a.ino === b.ino && a.dev === b.dev
}

/** Moves a large log aside, so that at most two logs remain. */
async function rotate(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`)
}
