import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, writeAccessRules } from './cluster.ts'
import type { Endpoint } from './credentials.ts'
import { isPostgresOf } from './process-identity.ts'
import { lastLines, plainEnvironment, runProgram } from './run-program.ts'

/** A PostgreSQL that accepts connections. `ended` settles when its process has exited. */
export interface Postmaster {
  readonly pid: number
  readonly endpoint: Endpoint
  readonly ended: Promise<string>
}

export interface PostmasterOptions {
  readonly settings: Readonly<Record<string, string | number>>
  readonly logFile: string
  /** Where to listen. By default a free port, and a socket if possible. */
  readonly endpoint?: Endpoint
  readonly report: (line: string) => void
}

// Remains of a dead server that disappear soon: its last backends exit and its port becomes free.
const TRANSIENT_FAILURES =
  /pre-existing shared memory block|Address already in use|could not bind|lock file .* already exists|could not create any (TCP|Unix)/
/** Some file systems have no sockets. */
const NO_SOCKETS = /could not create any Unix/
const START_TIMEOUT_MS = 20_000

/**
 * Starts PostgreSQL in a process group of its own, so that a terminal's Ctrl-C does not reach it.
 * Throws with the last lines of its log if it does not start.
 */
export async function startPostmaster(cluster: Cluster, options: PostmasterOptions): Promise<Postmaster> {
  const deadline = Date.now() + START_TIMEOUT_MS
  await writeAccessRules(cluster)
  let socketFolder = socketFolderOf(cluster)
  for (;;) {
    const outcome = await launch(cluster, options, options.endpoint ?? { port: await freePort(), socketFolder })
    if (typeof outcome !== 'string') return outcome
    if (NO_SOCKETS.test(outcome)) socketFolder = undefined
    if (!TRANSIENT_FAILURES.test(outcome) || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start: ${lastLines(outcome)} (see ${options.logFile})`)
    }
    await sleep(300)
  }
}

/** The longest socket path that every system allows. */
const MAX_SOCKET_PATH = 100

/**
 * The folder of the socket: inside the cluster, which only its account can enter. Undefined if the system has no sockets, the path
 * would be too long, or PostgreSQL would need it quoted.
 */
function socketFolderOf({ folder }: Cluster): string | undefined {
  const fits = process.platform !== 'win32' && `${folder}/.s.PGSQL.65535`.length <= MAX_SOCKET_PATH
  return fits && /^[\w./-]+$/.test(folder) ? folder : undefined
}

/** Tries to start once. Returns the running postmaster, or its log if it exited. */
async function launch(cluster: Cluster, options: PostmasterOptions, endpoint: Endpoint): Promise<Postmaster | string> {
  const settings = {
    ...options.settings,
    port: endpoint.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: endpoint.socketFolder ?? '',
    unix_socket_permissions: '0700',
  }
  const logged = await stat(options.logFile).then(
    (file) => file.size,
    () => 0,
  )
  const log = openSync(options.logFile, 'a', 0o600)
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...cluster.account.ids,
      cwd: dirname(cluster.binaries.postgres),
      env: plainEnvironment(),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log, log],
    },
  )
  closeSync(log)
  let exitReason: string | undefined
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  }).then((reason) => (exitReason = reason))
  const began = Date.now()
  for (let polls = 1; exitReason === undefined; polls++) {
    const state = await readPostmasterFile(cluster.folder)
    if (state?.ready && state.pid === child.pid) return { pid: state.pid, endpoint, ended }
    if (polls % 100 === 0)
      options.report(`PostgreSQL is recovering, ${Math.round((Date.now() - began) / 1000)} s so far`)
    await Promise.race([sleep(20), ended])
  }
  const text = await readFile(options.logFile).then((file) => file.subarray(logged).toString())
  return `${text}\n(ended with ${exitReason})`
}

/** Stops PostgreSQL: ends connections and writes everything to disk. Kills it only if that takes too long. */
export async function stopPostmaster(cluster: Cluster, mode: 'fast' | 'immediate'): Promise<void> {
  const stop = (how: string, seconds: number) =>
    runProgram(
      cluster.binaries.pgCtl,
      ['stop', '-D', cluster.folder, '-m', how, '-t', String(seconds), '--silent'],
      cluster.account,
    )
  try {
    await stop(mode, 60)
  } catch (error) {
    const state = await readPostmasterFile(cluster.folder)
    if (!state || !(await isPostgresOf(state.pid, cluster.folder))) return
    if (mode === 'immediate') throw error
    await stop('immediate', 10)
  }
}

/**
 * Stops a PostgreSQL that a killed server left running on the cluster, or removes its pid file if it has exited and another process
 * now has its pid. The caller holds the data folder's lock.
 */
export async function clearStray(cluster: Cluster, report: (line: string) => void): Promise<void> {
  const state = await readPostmasterFile(cluster.folder)
  if (!state) return
  if (await isPostgresOf(state.pid, cluster.folder)) {
    report(`Stopping the PostgreSQL that an earlier server left behind (process ${state.pid})`)
    await stopPostmaster(cluster, 'fast')
  } else {
    await rm(join(cluster.folder, 'postmaster.pid'), { force: true })
  }
  // The next PostgreSQL uses another port and would not remove the old socket.
  for (const name of await readdir(cluster.folder))
    if (name.startsWith('.s.PGSQL.')) await rm(join(cluster.folder, name), { force: true })
}

/** Reads the pid file of a running PostgreSQL; undefined if there is none. */
async function readPostmasterFile(folder: string): Promise<{ pid: number; ready: boolean } | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port was found')
  return address.port
}
