import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedPostgres } from '@despatch/server/database/embedded/open-embedded-postgres'
import pg from 'pg'
import { CLIENT_CODES } from '../datasets/dataset.ts'
import { type Server, startOneOfSeveral } from '../load/processes.ts'

/** How long PostgreSQL may take to recover. */
const PATIENCE_MS = 180_000

/** Two servers over the database of a folder. Both servers and the database can be killed. */
export type TwoServers = {
  /** The address of one of the servers, in turns. */
  url(): string
  /** Signs in as the owner, and sees all clients. */
  readonly owner: pg.Pool
  readonly ownerUrl: string
  /** Kills a server (kill -9), and starts another in its place. */
  killServer(): Promise<void>
  /** Kills PostgreSQL (kill -9), and waits until it has been started again and answers. */
  killDatabase(): Promise<void>
  stop(): Promise<void>
}

export async function startTwoServers(data: string): Promise<TwoServers> {
  const postgres = await openEmbeddedPostgres({ dataDirectory: data, report: (line) => console.log(`  ${line}`) })
  const { ownerUrl } = postgres
  const folders = [await mkdtemp(join(tmpdir(), 'despatch-bench-')), await mkdtemp(join(tmpdir(), 'despatch-bench-'))]
  const start = (folder: string) => startOneOfSeveral(ownerUrl, folder)
  const servers: Server[] = []
  for (const folder of folders) servers.push(await start(folder))
  const owner = new pg.Pool({
    connectionString: ownerUrl,
    max: 4,
    options: `-c app.clients={${CLIENT_CODES.join(',')}}`,
  })
  // Its connections break when the database is killed.
  owner.on('error', () => undefined)
  let turn = 0
  return {
    url: () => servers[(turn += 1) % servers.length]?.url ?? '',
    owner,
    ownerUrl,
    async killServer() {
      const index = turn % servers.length
      await servers[index]?.kill()
      servers[index] = await start(folders[index] ?? '')
    },
    async killDatabase() {
      const [pid] = (await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      // A server that is started before the recovery ends gives up.
      const deadline = Date.now() + PATIENCE_MS
      for (let isBack = false; !isBack;) {
        if (Date.now() > deadline) throw new Error('PostgreSQL has not come back')
        await sleep(500)
        isBack = await owner.query('select').then(
          () => true,
          () => false,
        )
      }
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
      await owner.end()
      await postgres.stop()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}
