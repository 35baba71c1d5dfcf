import { spawn } from 'node:child_process'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { canReach, chooseAccount } from './account.ts'
import { findBinaries, openFolder, sharedFolder } from './binaries.ts'
import { type Cluster, createCluster } from './cluster.ts'
import { databaseUrls, generateCredentials } from './credentials.ts'
import { chooseThrowawayFolder } from './throwaway-folder.ts'
import { type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'

/** A PostgreSQL for one test run. */
export interface ThrowawayPostgres {
  /** Signs in as the owner of the database `despatch`, who may also create roles and further databases. */
  readonly ownerUrl: string
  /** Signs in as `despatch_app`, the role that row-level security binds. */
  readonly appUrl: string
  /** Stops it and removes its files. */
  stop(): Promise<void>
}

const settings = {
  shared_buffers: '64MB',
  max_connections: 100,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // The cluster may be in memory, which WAL would fill.
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  jit: 'off',
  random_page_cost: 1.1,
  // With autovacuum, plans would depend on when it last ran.
  autovacuum: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Opens an empty PostgreSQL in a temporary folder, in about a second. stop() removes it; if this process dies first, a watcher
 * does.
 */
export async function openThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const report = () => {}
  const account = await chooseAccount('')
  const folder = await temporaryFolder(await chooseThrowawayFolder())
  const isReachable = await canReach(account, folder)
  const home = isReachable ? folder : await moveToSharedFolder(folder)
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
    const cancelCleanUp = cleanUpAfterExit(postmaster, home)
    return {
      ...databaseUrls(postmaster.endpoint, credentials),
      async stop() {
        await stopPostmaster(cluster, 'immediate')
        await postmaster.ended
        cancelCleanUp()
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

async function moveToSharedFolder(unreachable: string): Promise<string> {
  await rm(unreachable, { recursive: true, force: true })
  await openFolder(sharedFolder)
  return temporaryFolder(sharedFolder)
}

/** Removes PostgreSQL if this process is killed: a shell waits for the end of a pipe that only this process holds open. */
function cleanUpAfterExit(postmaster: Postmaster, folder: string): () => void {
  if (process.platform === 'win32') return () => {}
  // The wait is bounded, because a zombie looks alive forever.
  const script =
    'read -r _; kill -QUIT "$1" 2>/dev/null; n=0; ' +
    'while kill -0 "$1" 2>/dev/null && [ $n -lt 20 ]; do n=$((n + 1)); sleep 0.1; done; rm -rf "$2"'
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', String(postmaster.pid), folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  // The pipe of a child is a socket, though its type is a plain stream. It must not keep this process alive.
  ;(watcher.stdin as Socket).unref()
  return () => {
    watcher.kill('SIGKILL')
  }
}
