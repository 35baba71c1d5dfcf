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

/** A PostgreSQL that accepts connections. `ended` settles when its process is gone. */
export interface Postmaster {
  readonly pid: number
  readonly endpoint: Endpoint
  readonly ended: Promise<string>
}

export interface PostmasterOptions {
  readonly settings: Readonly<Record<string, string | number>>
  readonly logFile: string
  /** Where to listen; on a free port, and with a socket where that can be, when left out. */
  readonly endpoint?: Endpoint
  readonly report: (line: string) => void
}

// What a dead server leaves behind passes by itself: its last backends end, its port is given back.
const passing =
  /pre-existing shared memory block|Address already in use|could not bind|lock file .* already exists|could not create any (TCP|Unix)/
/** Not every file system has sockets. */
const withoutSockets = /could not create any Unix/
const patience = 20_000

/**
 * Starts PostgreSQL, in a process group of its own so that a terminal's Ctrl-C does not reach it.
 * Throws with the last lines of its log when it does not come up.
 */
export async function startPostmaster(cluster: Cluster, options: PostmasterOptions): Promise<Postmaster> {
  const deadline = Date.now() + patience
  await writeAccessRules(cluster)
  let socketFolder = socketFolderOf(cluster)
  for (;;) {
    const outcome = await launch(cluster, options, options.endpoint ?? { port: await freePort(), socketFolder })
    if (typeof outcome !== 'string') return outcome
    if (withoutSockets.test(outcome)) socketFolder = undefined
    if (!passing.test(outcome) || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start: ${lastLines(outcome)} (see ${options.logFile})`)
    }
    await sleep(300)
  }
}

/** Of a socket's path, on every system. */
const MAX_SOCKET_PATH = 100

/**
 * Where its socket goes: into the cluster, which is its account's alone. Undefined where there are none, where the path would
 * be too long, and where PostgreSQL would want its name in quotes.
 */
function socketFolderOf({ folder }: Cluster): string | undefined {
  const fits = process.platform !== 'win32' && `${folder}/.s.PGSQL.65535`.length <= MAX_SOCKET_PATH
  return fits && /^[\w./-]+$/.test(folder) ? folder : undefined
}

/** One attempt: the running postmaster, or what it logged before it gave up. */
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
  let gone: string | undefined
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  }).then((reason) => (gone = reason))
  const began = Date.now()
  for (let polls = 1; gone === undefined; polls++) {
    const state = await readPostmasterFile(cluster.folder)
    if (state?.ready && state.pid === child.pid) return { pid: state.pid, endpoint, ended }
    if (polls % 100 === 0)
      options.report(`PostgreSQL is recovering, ${Math.round((Date.now() - began) / 1000)} s so far`)
    await Promise.race([sleep(20), ended])
  }
  const text = await readFile(options.logFile).then((file) => file.subarray(logged).toString())
  return `${text}\n(ended with ${gone})`
}

/** Stops PostgreSQL: connections are ended, everything is written; only if that takes too long, at once. */
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
 * Stops the PostgreSQL that a killed server has left running on the cluster, and clears away the file of one that is
 * gone but whose number another process has been given since. The caller holds the data folder's lock.
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
  // The next one has another port, and so leaves the socket of a killed one alone.
  for (const name of await readdir(cluster.folder))
    if (name.startsWith('.s.PGSQL.')) await rm(join(cluster.folder, name), { force: true })
}

/** Reads the file in which a running PostgreSQL says who it is; undefined when there is none. */
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
