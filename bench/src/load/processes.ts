import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Measured } from './load.ts'
import { promisify } from 'node:util'
import type { Load } from './workload.ts'

const MAIN = join(import.meta.dirname, '../../../server/src/main.ts')
/** The compile cache of `npm start`. */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/node-compile')
/** Exit code of a server that has filled its compile cache (server/src/process/restart-when-compiled.ts). */
const COMPILED_FIRST = 75
const FLOORS = { floor: join(import.meta.dirname, 'floor.ts'), lean: join(import.meta.dirname, 'lean.ts') }
const WATCH_TURNS = join(import.meta.dirname, '../feeds/watch-turns.ts')
const LOAD = join(import.meta.dirname, 'load.ts')

/** A server in a process of its own. `kill` is kill -9. */
export type Server = { url: string; pid: number; stop(): Promise<void>; kill(): Promise<void> }

/**
 * Starts the product as `npm start` does, on its embedded PostgreSQL in `data`. On SIGUSR2 it writes into `turnsFile`
 * how long its event loop was blocked.
 */
export async function startProduct(data: string, profile: string | undefined, turnsFile?: string): Promise<Server> {
  const env = { ...environment(data), DATABASE_URL: '', BENCH_TURNS_FILE: turnsFile }
  const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  if (turnsFile !== undefined) flags.push('--import', WATCH_TURNS)
  // As in tools/start.mjs.
  const start = (...more: string[]) => startServer(['--max-semi-space-size=8', ...flags, MAIN, ...more], env, READY)
  return start('--again-once-compiled').catch((error: unknown) =>
    error instanceof Error && error.cause === COMPILED_FIRST ? start() : Promise.reject(error),
  )
}

/** Starts the product as one of several servers over a database, with its files in `data`. */
export const startOneOfSeveral = (ownerUrl: string, data: string): Promise<Server> =>
  startServer([MAIN], { ...environment(data), DATABASE_URL: ownerUrl }, READY)

const READY = /ready at (http:\S+)/

const environment = (data: string) => ({
  ...process.env,
  PORT: '0',
  PORTAL_DATA: data,
  PORTAL_DEMO: 'off',
  // A few sessions make the calls of hundreds of users.
  PORTAL_CALLS_PER_SECOND: '100000',
  NODE_COMPILE_CACHE: COMPILED,
})

/** Starts a floor on the product's database. */
export function startFloor(ownerUrl: string, which: keyof typeof FLOORS): Promise<Server> {
  return startServer([FLOORS[which]], { ...process.env, FLOOR_DATABASE_URL: ownerUrl }, /(http:\S+)/)
}

async function startServer(args: string[], env: NodeJS.ProcessEnv, ready: RegExp): Promise<Server> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (more: string) => {
        said = `${said}${more}`.slice(-20_000)
        const found = ready.exec(said)
        if (found?.[1]) resolve(found[1])
      })
    }
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`, { cause: code })))
  })
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Runs a load in its own process. */
export async function runLoad(load: Load): Promise<Measured> {
  const child: ChildProcess = spawn(process.execPath, [LOAD], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin?.end(JSON.stringify(load))
  if (!child.stdout) throw new Error('A load process without an output')
  const answer = await text(child.stdout)
  if (!answer) throw new Error('The load process failed')
  return JSON.parse(answer) as Measured
}

/** Resident memory of a process in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  const kilobytes = status
    ? /VmRSS:\s+(\d+)/.exec(status)?.[1]
    : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
  return Number(kilobytes) / 1024
}

/** Does some work. Returns its result, and the peak memory of a process meanwhile. */
export async function withPeakMemory<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; peak: number }> {
  let peak = await residentMegabytes(pid)
  const timer = setInterval(() => {
    void residentMegabytes(pid).then((now) => (peak = Math.max(peak, now)))
  }, 100)
  try {
    const result = await work()
    return { result, peak }
  } finally {
    clearInterval(timer)
  }
}
