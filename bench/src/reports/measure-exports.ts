import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@despatch/server/database/database'
import { attachOrOpenEmbeddedPostgres } from '@despatch/server/database/embedded/open-embedded-postgres'
import { runExports } from '@despatch/server/exports/export-jobs'
import { type Jobs, openJobs } from '@despatch/server/jobs/jobs'
import { migrate } from '@despatch/server/database/migrate/migrate'
import pg from 'pg'
import { table, whole } from '../table.ts'
import { WORKER } from './worker-address.ts'

const ROWS = 1_100_000
const AIM_SECONDS = { csv: 10, xlsx: 30 } as const
const AIM_MEGABYTES = 150
const AIM_DELAY_MS = 50
const MEGABYTE = 2 ** 20
const log = { warn: console.warn, error: console.error }

type Format = keyof typeof AIM_SECONDS
type Asking = { owner: pg.Client; jobs: Jobs; database: ReturnType<typeof openDatabase> }
type Job = { status: string; done: number; run: number; bytes: number; manifest: { rows: number } | null }

/**
 * Makes files of 1,100,000 rows and twelve columns as the server does, and measures seconds, additional memory, and how
 * long the event loop was blocked; then one file whose server is killed halfway. Returns the missed aims.
 */
export async function measureExports(data: string): Promise<string[]> {
  const postgres = await attachOrOpenEmbeddedPostgres({ dataDirectory: data, report: () => {} })
  const { ownerUrl, appUrl } = postgres
  const address = { appUrl }
  await migrate({ ownerUrl })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  // Rows without a client are visible if any client is set.
  await owner.query("select set_config('app.clients', '{}', false)")
  const database = openDatabase(address)
  const jobs = await openJobs({ ...address, log })
  const asking = { owner, jobs, database }
  // Measured before the first thread starts, because the memory that it holds between files counts for both.
  const before = process.memoryUsage().rss
  try {
    const killed = await killInTheMiddle(asking, address)
    await runExports({ ...address, database, jobs, log, worker: WORKER })
    const resumed = await waitUntilFinished(asking, killed.exportId)
    const made = [await make(asking, 'csv', before), await make(asking, 'xlsx', before)]
    console.log(`\nexports of ${whole(ROWS)} rows of twelve columns (aims: CSV 10 s, XLSX 30 s, 150 MB, 50 ms)`)
    console.log(
      table(
        ['', 'seconds', 'MB of file', 'MB more', 'loop held, ms'],
        made.map(({ format, seconds, size, more, held }) => [
          format,
          seconds.toFixed(1),
          whole(size),
          whole(more),
          held.toFixed(0),
        ]),
      ),
    )
    console.log(
      `killed at ${whole(killed.done)} rows: ${resumed.status} in run ${resumed.run} with ${whole(resumed.manifest?.rows ?? 0)} rows`,
    )
    const missed = made.flatMap(({ format, seconds, more, held }) =>
      seconds > AIM_SECONDS[format] || more > AIM_MEGABYTES || held > AIM_DELAY_MS
        ? [`${format}: ${seconds.toFixed(1)} s, ${whole(more)} MB, ${held.toFixed(0)} ms`]
        : [],
    )
    return resumed.status === 'Succeeded' && resumed.manifest?.rows === ROWS ? missed : [...missed, 'export: killed']
  } finally {
    await jobs.stop()
    await database.close()
    await owner.end()
    await postgres.stop()
  }
}

async function ask({ owner, jobs, database }: Asking, format: Format): Promise<string> {
  const exportId = randomUUID()
  await owner.query(
    `insert into export_jobs (export_id, user_id, client_codes, report, file_name, format, input, asked_at)
     values ($1, 1, '{}', 'bench', $2, $3, $4, now())`,
    [exportId, `Bench.${format}`, format, JSON.stringify({ rows: ROWS })],
  )
  await database.transaction((transaction) =>
    jobs.send(transaction, { queue: 'file-export', id: exportId, owner: '1', data: { exportId, clients: [] } }),
  )
  return exportId
}

async function read({ owner }: Asking, exportId: string): Promise<Job> {
  const { rows } = await owner.query<Job>(
    'select status, done::int as done, run, bytes::int as bytes, manifest from export_jobs where export_id = $1',
    [exportId],
  )
  if (!rows[0]) throw new Error('The export is gone')
  return rows[0]
}

async function waitUntilFinished(asking: Asking, exportId: string): Promise<Job> {
  for (;;) {
    const job = await read(asking, exportId)
    if (job.status === 'Succeeded' || job.status === 'Failed') return job
    await sleep(50)
  }
}

async function make(asking: Asking, format: Format, before: number) {
  await sleep(1000)
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  const { status, bytes } = await waitUntilFinished(asking, await ask(asking, format))
  const seconds = (performance.now() - began) / 1000
  delay.disable()
  clearInterval(sampling)
  if (status !== 'Succeeded') throw new Error(`The export ${status}`)
  return { format, seconds, size: bytes / MEGABYTE, more: (most - before) / MEGABYTE, held: delay.max / 1e6 }
}

/** Lets another server make a file, and kills it halfway. */
async function killInTheMiddle(asking: Asking, address: object): Promise<{ exportId: string; done: number }> {
  const server = spawn(
    process.execPath,
    [new URL('killed-server.ts', import.meta.url).pathname, JSON.stringify(address)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  try {
    const exportId = await ask(asking, 'csv')
    for (;;) {
      const { done } = await read(asking, exportId)
      if (done > 0) return { exportId, done }
      await sleep(20)
    }
  } finally {
    server.kill('SIGKILL')
  }
}
