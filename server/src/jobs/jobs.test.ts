import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { countRunningSeconds } from '../testing/running-seconds.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type Jobs, openJobs } from './jobs.ts'
import { type DatabaseAddress, openJobsDatabase } from './jobs-database.ts'

let on: TestDatabase
/** As the embedded PostgreSQL is used: signed in as the application's role. */
let own: { address: DatabaseAddress; database: Database }
/** As DATABASE_URL is used: the owner, who takes on the role in each transaction. */
let borrowed: typeof own
beforeAll(async () => {
  on = await createTestDatabase()
  const open = (address: DatabaseAddress) => ({ address, database: openDatabase(address) })
  own = open({ appUrl: on.appUrl })
  borrowed = open({ appUrl: on.ownerUrl, role: 'despatch_app' })
})
afterAll(async () => {
  await own.database.close()
  await borrowed.database.close()
  await on.drop()
})

const opened: Jobs[] = []
afterEach(async () => {
  for (const jobs of opened.splice(0)) await jobs.stop()
})
const warnings: unknown[] = []
const open = async (how: typeof own) => {
  const jobs = await openJobs({ ...how.address, log: { warn: (...said: unknown[]) => void warnings.push(said) } })
  opened.push(jobs)
  return jobs
}
const send = async (jobs: Jobs, { database }: typeof own, owner = 'someone') => {
  const id = randomUUID()
  const data = { client: 'ACME', whatIfId: id }
  await database.transaction((transaction) => jobs.send(transaction, { queue: 'what-if', id, owner, data }))
  return id
}
/** Waits until a job is done with: what is left in the queue would be begun in the next test. */
const doneWith = (id: string) => vi.waitFor(async () => expect(await stateOf(id)).toBe('completed'), 120_000)
const stateOf = async (id: string) => (await on.asOwner('select state from jobs.job where id = $1', [id]))[0]?.['state']

test.each([
  ['signed in as the application', () => own],
  ['taking the application’s role on, as with DATABASE_URL', () => borrowed],
])('a job is done once, at once, when it is committed: %s', async (_how, given) => {
  const how = given()
  const jobs = await open(how)
  const done: string[] = []
  await jobs.work('what-if', 2, async ({ data }) => void done.push(data.whatIfId))
  const waking = vi.spyOn(PgBoss.prototype, 'notifyWorker')
  onTestFinished(() => waking.mockRestore())
  const id = await send(jobs, how)
  // The job is not found by polling: both workers are notified.
  expect(waking).toHaveBeenCalledTimes(2)
  await vi.waitFor(() => expect(done).toEqual([id]), 120_000)
  await doneWith(id)
  const never = how.database.transaction(async (transaction) => {
    const data = { client: 'ACME', whatIfId: '' }
    await jobs.send(transaction, { queue: 'what-if', id: randomUUID(), owner: 'someone', data })
    throw new Error('rolled back')
  })
  await expect(never).rejects.toThrow('rolled back')
  expect(await on.asOwner("select 1 from jobs.job where state < 'completed'")).toEqual([])
  expect(warnings).toEqual([])
})

test('of several that wait, the next begins as soon as one is done', async () => {
  const jobs = await open(own)
  const ids: string[] = []
  for (let count = 0; count < 30; count++) ids.push(await send(jobs, own))
  const done: string[] = []
  const took = countRunningSeconds()
  await jobs.work('what-if', 1, async ({ data }) => void done.push(data.whatIfId))
  await vi.waitFor(() => expect(done).toHaveLength(ids.length), 120_000)
  took.stop()
  // 29 intervals of two seconds, if it waited one out after each; a busy machine takes its time over each too.
  expect(took.seconds()).toBeLessThan(50)
  for (const id of ids) await doneWith(id)
})

test('what a killed server was doing, another does within seconds', async () => {
  const jobs = await open(own)
  const id = await send(jobs, own)
  // A server that takes the job, and is never heard of again.
  const db = openJobsDatabase(own.address)
  const killed = new PgBoss({ db, schema: 'jobs', migrate: false, supervise: false, schedule: false })
  await killed.start()
  expect(await killed.fetch('what-if')).toMatchObject([{ id }])
  await killed.stop({ graceful: false })
  await db.close()
  const waited = countRunningSeconds()
  const { promise, resolve } = Promise.withResolvers<number>()
  await jobs.work('what-if', 1, async ({ tries }) => resolve(tries))
  expect(await promise).toBe(1)
  waited.stop()
  // Eight at most by its settings, and what a busy machine adds; a job that nobody misses is given up after minutes.
  expect(waited.seconds()).toBeLessThan(30)
  await doneWith(id)
})

test('a server that stops gives back what it was doing, and another begins it again', async () => {
  const first = await open(own)
  const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
  let ended = false
  await first.work('what-if', 1, async ({ signal }) => {
    begins()
    await once(signal, 'abort')
    ended = true
    throw new Error('stopped')
  })
  const id = await send(first, own)
  await begun
  await first.stop()
  opened.length = 0
  expect(ended).toBe(true)
  expect(await stateOf(id)).toBe('retry')
  const second = await open(own)
  const { promise, resolve } = Promise.withResolvers<string>()
  await second.work('what-if', 1, async ({ data }) => resolve(data.whatIfId))
  expect(await promise).toBe(id)
  await doneWith(id)
})

test('a job that is cancelled is not done, or is told to stop', async () => {
  const jobs = await open(own)
  const waiting = await send(jobs, own, 'waiting')
  const unfinished = () =>
    own.database.transaction((transaction) => jobs.unfinishedOf(transaction, 'what-if', 'waiting'))
  expect(await unfinished()).toBe(1)
  const cancel = (id: string) => own.database.transaction((transaction) => jobs.cancel(transaction, 'what-if', id))
  await cancel(waiting)
  expect(await unfinished()).toBe(0)
  const begun: string[] = []
  const stopped: string[] = []
  await jobs.work('what-if', 1, async ({ data, signal }) => {
    begun.push(data.whatIfId)
    await once(signal, 'abort')
    stopped.push(data.whatIfId)
  })
  const running = await send(jobs, own)
  await vi.waitFor(() => expect(begun).toEqual([running]), 120_000)
  await cancel(running)
  await vi.waitFor(() => expect(stopped).toEqual([running]), 120_000)
  expect(await stateOf(running)).toBe('cancelled')
})
