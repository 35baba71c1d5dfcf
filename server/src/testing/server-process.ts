import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestDatabase } from './test-database.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
const NAME = 'killed server'

export type ServerProcess = {
  url: string
  /** Sends SIGTERM, as a supervisor does. Settles with the exit code. */
  terminate(): Promise<number | null>
  /** Sends kill -9. Settles when PostgreSQL has ended all connections of the server. */
  kill(): Promise<void>
}

/** Starts the server in a process of its own, as for production, on a test's database. */
export async function startServerProcess(
  on: TestDatabase,
  { port = 0, env: extraEnv = {} }: { port?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<ServerProcess> {
  const data = await mkdtemp(join(tmpdir(), 'despatch-killed-'))
  const url = new URL(on.ownerUrl)
  url.searchParams.set('application_name', NAME)
  const env = {
    ...process.env,
    PORT: String(port),
    PORTAL_DATA: data,
    PORTAL_DEMO: 'off',
    // A test calls more often than a person may.
    PORTAL_CALLS_PER_SECOND: '10000',
    DATABASE_URL: url.href,
    ...extraEnv,
  }
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(server, 'exit')
  let output = ''
  const ready = await new Promise<string>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (more: string) => {
        output += more
        const found = /ready at (http:\S+)/.exec(output)?.[1]
        if (found) resolve(found)
      })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
  const connections = async () =>
    (
      await on.asOwner('select from pg_stat_activity where datname = current_database() and application_name = $1', [
        NAME,
      ])
    ).length
  return {
    url: ready,
    async terminate() {
      server.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      await rm(data, { recursive: true, force: true })
      return code
    },
    async kill() {
      server.kill('SIGKILL')
      await ended
      for (let tries = 0; tries < 3000 && (await connections()) > 0; tries++)
        await new Promise((resolve) => setTimeout(resolve, 10))
      await rm(data, { recursive: true, force: true })
    },
  }
}
