import { spawn } from 'node:child_process'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { canReach, chooseAccount } from './account.ts'
import { findBinaries, openFolder, sharedFolder } from './binaries.ts'
import { type Cluster, createCluster } from './cluster.ts'
import { databaseUrls, generateCredentials } from './credentials.ts'
import { placeOfThrowaways } from './place-of-throwaways.ts'
import { type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'

/** A real PostgreSQL for one test run. */
export interface ThrowawayPostgres {
  /** Signs in as the owner of the database `despatch`, who may also create roles and further databases. */
  readonly ownerUrl: string
  /** Signs in as `despatch_app`, the role that row-level security binds. */
  readonly appUrl: string
  /** Ends it and removes every trace. */
  stop(): Promise<void>
}

const settings = {
  shared_buffers: '64MB',
  max_connections: 100,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // It may lie in memory, which the log would fill.
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  jit: 'off',
  random_page_cost: 1.1,
  // What a statement looks at would hang on the minute in which a table was last looked over.
  autovacuum: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Opens an empty PostgreSQL in a temporary folder, in about a second. It keeps nothing and is gone after stop(), or by
 * itself when this process dies without having called it.
 */
export async function openThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const report = () => {}
  const account = await chooseAccount('')
  const folder = await temporaryFolder(await placeOfThrowaways())
  const reached = await canReach(account, folder)
  const home = reached ? folder : await insteadOf(folder)
  try {
    const cluster: Cluster = {
      folder: join(home, 'postgres'),
      account,
      binaries: await findBinaries(account, report),
    }
    const credentials = generateCredentials()
    await createCluster(cluster, credentials, { throwaway: true })
    const logFile = join(home, 'postgres.log')
    const postmaster = await startPostmaster(cluster, { settings, logFile, report })
    const forget = cleanUpWithoutUs(postmaster, home)
    return {
      ...databaseUrls(postmaster.endpoint, credentials),
      async stop() {
        await stopPostmaster(cluster, 'immediate')
        await postmaster.ended
        forget()
        await rm(home, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    throw error
  }
}

async function temporaryFolder(parent: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(parent, 'despatch-test-')))
  await chmod(folder, 0o711)
  return folder
}

async function insteadOf(unreachable: string): Promise<string> {
  await rm(unreachable, { recursive: true, force: true })
  await openFolder(sharedFolder)
  return temporaryFolder(sharedFolder)
}

/** A killed test run must leave no PostgreSQL: a shell waits for the end of a pipe that only our end can bring. */
function cleanUpWithoutUs(postmaster: Postmaster, folder: string): () => void {
  if (process.platform === 'win32') return () => {}
  // Bounded, because a process that nobody has waited for looks alive for ever.
  const script =
    'read -r _; kill -QUIT "$1" 2>/dev/null; n=0; ' +
    'while kill -0 "$1" 2>/dev/null && [ $n -lt 20 ]; do n=$((n + 1)); sleep 0.1; done; rm -rf "$2"'
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', String(postmaster.pid), folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  // Typed as a plain stream, a child's pipe is a socket: it must not keep this process alive.
  ;(watcher.stdin as Socket).unref()
  return () => {
    watcher.kill('SIGKILL')
  }
}
