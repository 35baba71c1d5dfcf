import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PgBoss } from 'pg-boss'
import { type Database, openDatabase } from '../database/database.ts'
import type { Services } from '../process/services.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { CUT_SHORT, noteBegin } from './job-runs.ts'
import { openJobsDatabase } from './jobs-database.ts'
import { type Jobs, openJobs } from './jobs.ts'
import { type RecurringJob, runRecurring } from './recurring.ts'

const WAIT = { timeout: 120_000, interval: 20 }
/** Never in the life of a test. */
const NEVER = '0 0 29 2 *'
let on: TestDatabase
let database: Database
beforeAll(async () => {
  on = await createTestDatabase()
  database = openDatabase({ appUrl: on.appUrl })
})
afterAll(async () => {
  await database.close()
  await on.drop()
})

const opened: Jobs[] = []
beforeEach(() => on.asOwner('delete from jobs.job; delete from jobs.schedule; delete from job_runs'))
afterEach(async () => {
  for (const jobs of opened.splice(0)) await jobs.stop()
})

const warn = vi.fn<(...said: unknown[]) => void>()
async function openServer(job: Partial<RecurringJob> & Pick<RecurringJob, 'run'>, given: object = {}): Promise<Jobs> {
  const log = { warn, info() {} }
  const jobs = await openJobs({ appUrl: on.appUrl, log, ...given })
  opened.push(jobs)
  const whole = { name: 'count', title: 'Count', what: 'Counts.', schedule: 'Never', cron: NEVER, ...job }
  await runRecurring({ database, services: {} as Services, jobs, log }, [whole])
  return jobs
}
const send = (jobs: Jobs) => database.transaction((transaction) => jobs.sendRecurring(transaction, { name: 'count' }))
const noted = async () => (await on.asOwner("select * from job_runs where name = 'count'"))[0]
const unfinished = () => on.asOwner("select from jobs.job where state < 'completed'")

test('a run that fails is noted with its message and logged, and the next one runs', async () => {
  let fails = true
  const jobs = await openServer({
    run: async () => {
      if (fails) throw new Error('The table is locked')
    },
  })
  expect(await send(jobs)).toBe(true)
  await vi.waitFor(async () => {
    expect(await noted()).toMatchObject({ outcome: 'failed', failure: 'The table is locked', failures: '1' })
    expect(await unfinished()).toEqual([])
  }, WAIT)
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ job: 'count' }), 'a recurring job failed')
  fails = false
  expect(await send(jobs)).toBe(true)
  await vi.waitFor(async () => expect(await noted()).toMatchObject({ outcome: 'succeeded', failures: '1' }), WAIT)
  expect(await noted()).toMatchObject({ failure: 'The table is locked', seconds: expect.any(Number) })
})

test('of two servers one runs a job, and not again while it is at it', async () => {
  const { promise: release, resolve: ends } = Promise.withResolvers<void>()
  let runs = 0
  const run = async () => {
    runs++
    await release
  }
  const first = await openServer({ run })
  const second = await openServer({ run })
  expect(await send(first)).toBe(true)
  await vi.waitFor(() => expect(runs).toBe(1), WAIT)
  expect([await send(first), await send(second)]).toEqual([false, false])
  ends()
  await vi.waitFor(async () => expect(await unfinished()).toEqual([]), WAIT)
  expect(runs).toBe(1)
})

test('a job that is due is run once, though two servers look for what is due', async () => {
  const [minute, hour] = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' })
    .format(new Date())
    .split(':')
    .toReversed()
  let runs = 0
  const run = async () => void runs++
  const cron = `${Number(minute)} ${Number(hour)} * * *`
  await openServer({ run, cron })
  await on.asOwner('update jobs.version set cron_on = null')
  await Promise.all([
    openServer({ run, cron }, { runsSchedules: true }),
    openServer({ run, cron }, { runsSchedules: true }),
  ])
  await vi.waitFor(() => expect(runs).toBe(1), WAIT)
  await vi.waitFor(async () => expect(await unfinished()).toEqual([]), WAIT)
  expect(runs).toBe(1)
})

test('a server runs its jobs once it has started', async () => {
  let runs = 0
  await openServer({ startsAfter: 0, run: async () => void runs++ })
  await vi.waitFor(() => expect(runs).toBe(1), WAIT)
})

test('a run whose server was killed is noted as cut short, and another server runs the job within seconds', async () => {
  let runs = 0
  let isHeld = true
  const jobs = await openServer({ run: async () => void runs++ }, { isHeld: () => isHeld })
  expect(await send(jobs)).toBe(true)
  const db = openJobsDatabase({ appUrl: on.appUrl })
  const killed = new PgBoss({ db, schema: 'jobs', migrate: false, supervise: false, schedule: false })
  await killed.start()
  expect(await killed.fetch('recurring')).toHaveLength(1)
  await noteBegin(database, 'count')
  await killed.stop({ graceful: false })
  await db.close()
  isHeld = false
  await vi.waitFor(() => expect(runs).toBe(1), WAIT)
  await vi.waitFor(async () => {
    expect(await noted()).toMatchObject({ outcome: 'succeeded', failure: CUT_SHORT, failures: '1' })
  }, WAIT)
})

test('a server that stops does not wait for a run, which another server does again', async () => {
  const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
  const first = await openServer({
    run: () => {
      begins()
      return new Promise(() => undefined)
    },
  })
  expect(await send(first)).toBe(true)
  await begun
  await first.stop()
  opened.length = 0
  let runs = 0
  await openServer({ run: async () => void runs++ })
  await vi.waitFor(() => expect(runs).toBe(1), WAIT)
})

test('no job runs while the clock of its server is wrong', async () => {
  let isHeld = true
  const runs: boolean[] = []
  const asked = vi.fn<() => boolean>(() => isHeld)
  const jobs = await openServer({ run: async () => void runs.push(isHeld) }, { isHeld: asked })
  expect(await send(jobs)).toBe(true)
  asked.mockClear()
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(3), WAIT)
  expect(runs).toEqual([])
  isHeld = false
  await vi.waitFor(() => expect(runs).toEqual([false]), WAIT)
})
