import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Jobs } from '../../jobs/jobs.ts'
import { runRecurring } from '../../jobs/recurring.ts'
import { RECURRING_JOBS } from '../../recurring-jobs.ts'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { openTestPortal, refusalOf, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { giveNewEntries } from '../roles/give-new-entries.ts'

const { list, run } = contract.jobs
const WAIT = { timeout: 120_000, interval: 20 }
const NAME = 'expire-returns'
const TOKEN = 'the token of the metrics, which is long'
let portal: TestPortal
let administrator: SignedIn
/** What each run does. */
let work: () => Promise<unknown> = async () => undefined
beforeAll(async () => {
  portal = await openTestPortal({ metricsToken: TOKEN })
  administrator = await makeSession(portal.testDatabase, { type: 'Internal Administrator', clients: [] })
  const { services } = portal.app
  const jobs = services.jobs as Jobs
  const log = { warn() {}, info() {} }
  // The real work is tested with each job.
  const instead = RECURRING_JOBS.map(({ startsAfter: _startsAfter, ...job }) => ({ ...job, run: () => work() }))
  await runRecurring({ database: portal.database, services, jobs, log }, instead)
})
afterAll(() => portal.close())
beforeEach(() => {
  work = async () => undefined
})

const start = (as: SignedIn, name = NAME) => portal.call(run, { params: { name } }, as)
const listed = async (name = NAME) =>
  (await portal.call(list, {}, administrator)).body.jobs.find((job) => job.name === name)
const seen = (state: string) => vi.waitFor(async () => expect(await listed()).toMatchObject({ state }), WAIT)

test('each job has a unique name, a title and a schedule in words', async () => {
  const { status, body } = await portal.call(list, {}, administrator)
  expect(status).toBe(200)
  expect(new Set(body.jobs.map(({ name }) => name)).size).toBe(RECURRING_JOBS.length)
  for (const job of body.jobs) expect(job).toMatchObject({ schedule: expect.stringMatching(/^Every /) })
  expect(body.jobs.find(({ name }) => name === 'remove-expired')).toMatchObject({
    state: 'not run yet',
    beganAt: null,
    lastFailure: null,
  })
})

test('an operator’s administrator runs a job, which is audited, and sees the result', async () => {
  const { promise: release, resolve: ends } = Promise.withResolvers<void>()
  work = () => release
  expect(await start(administrator)).toMatchObject({ status: 200, body: { message: '‘Expire returns’ is starting.' } })
  await seen('running')
  const again = await start(administrator)
  expect(again.status).toBe(409)
  expect(refusalOf(again).message).toBe(
    '‘Expire returns’ is already running. Wait until it has finished, then try again.',
  )
  ends()
  await seen('succeeded')
  expect(await listed()).toMatchObject({ endedAt: expect.any(String), seconds: expect.any(Number), lastFailure: null })
  expect(await portal.testDatabase.asOwner("select client_code, object from audit where act = 'job.run'")).toEqual([
    { client_code: '', object: 'job Expire returns' },
  ])
})

test('a failed job shows why, even after a later success', async () => {
  work = () => Promise.reject(new Error('Nobody answers'))
  await start(administrator)
  await seen('failed')
  const lastFailure = { message: 'Nobody answers', at: expect.any(String) }
  expect(await listed()).toMatchObject({ lastFailure })
  work = async () => undefined
  await vi.waitFor(async () => expect((await start(administrator)).status).toBe(200), WAIT)
  await seen('succeeded')
  expect(await listed()).toMatchObject({ lastFailure })
})

test('a run that was cut short and is not retried is shown as failed', async () => {
  await vi.waitFor(async () => expect((await listed())?.state).toBe('succeeded'), WAIT)
  await portal.testDatabase.asOwner('update job_runs set ended_at = null where name = $1', [NAME])
  expect(await listed()).toMatchObject({
    state: 'failed',
    endedAt: null,
    lastFailure: { message: 'The run did not finish: its server stopped, or lost the database.' },
  })
})

test('an unknown job cannot be run', async () => {
  expect(await start(administrator, 'no-such-job')).toMatchObject({ status: 404 })
})

test('client users neither see nor run jobs, whatever their role holds', async () => {
  const client = await makeClient(portal.testDatabase)
  for (const type of ['Client Administrator', 'Client User'] as const) {
    const as = await makeSession(portal.testDatabase, { type, clients: [client] })
    expect((await portal.call(list, {}, as)).status).toBe(403)
    expect((await start(as)).status).toBe(403)
  }
})

test('internal users need the entry to see jobs, and Edit to run them', async () => {
  const holding = (holds: boolean, most: 'Read Only' | 'Edit' = 'Read Only') =>
    makeSession(portal.testDatabase, {
      type: 'Internal User',
      clients: [],
      holds: (leaf, right) => (right === 'Read Only' || right === most) && (leaf === 'setUpAndControl.jobs') === holds,
    })
  expect((await portal.call(list, {}, await holding(false))).status).toBe(403)
  expect((await start(await holding(false))).status).toBe(403)
  expect((await portal.call(list, {}, await holding(true))).status).toBe(200)
  expect((await start(await holding(true))).status).toBe(403)
  await vi.waitFor(async () => expect((await start(await holding(true, 'Edit'))).status).toBe(200), WAIT)
})

test('the metrics have each job’s last success, duration and failures', async () => {
  await vi.waitFor(async () => {
    const { body } = await portal.request('GET', '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
    const value = (name: string) =>
      Number(new RegExp(`^${name}\\{job="${NAME}"\\} (.+)$`, 'm').exec(String(body['text']))?.[1])
    expect(Date.now() / 1000 - value('job_last_success_timestamp_seconds')).toBeLessThan(3600)
    expect(value('job_last_duration_seconds')).toBeGreaterThanOrEqual(0)
    expect(value('job_failures')).toBeGreaterThanOrEqual(1)
  }, WAIT)
})

test('an update adds the entry to administrator roles saved before it, once', async () => {
  const on = portal.testDatabase
  const as = await makeSession(on, { type: 'Internal Administrator', clients: [] })
  const other = await makeSession(on, { type: 'Internal User', clients: [], holds: () => false })
  await on.asOwner("update roles set permissions = permissions #- '{setUpAndControl,jobs}'")
  expect((await portal.call(list, {}, as)).status).toBe(403)
  await giveNewEntries(portal.database)
  expect((await portal.call(list, {}, as)).status).toBe(200)
  expect((await portal.call(list, {}, other)).status).toBe(403)
})
