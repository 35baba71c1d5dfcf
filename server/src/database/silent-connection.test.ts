import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@despatch/contract/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, type TestContext, vi } from 'vitest'
import { openJobsDatabase } from '../jobs/jobs-database.ts'
import { countRunningSeconds } from '../testing/running-seconds.ts'
import { makeSession } from '../testing/factories.ts'
import { openSilentProxy, type SilentProxy } from '../testing/network/silent-proxy.ts'
import { waitUntilBlocked } from '../testing/wait-until-blocked.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openTestPortal } from '../testing/test-portal.ts'
import { queryFromBusyThread } from '../testing/busy-thread.ts'
import { openDatabase } from './database.ts'
import { db } from './sql.ts'

/**
 * Seconds that the database may be silent, that calls in progress may hang, and that recovery may take. Only seconds in which
 * this process ran count, as for the watch itself.
 */
const [SILENT, UNDER_WAY, BACK] = [8, 17, 10]
/** A busy machine is slow to connect and to answer. Without a watch, calls would hang for good. */
const SLACK = 30

let clock: ReturnType<typeof countRunningSeconds>
beforeAll(() => {
  clock = countRunningSeconds()
  return () => clock.stop()
})

async function openBehindProxy({ onTestFinished }: TestContext) {
  const testDatabase = await createTestDatabase()
  const proxy = await openSilentProxy(testDatabase.appUrl)
  const database = openDatabase({ appUrl: proxy.url })
  onTestFinished(async () => {
    await database.close()
    await proxy.close()
    await testDatabase.drop()
  })
  const ask = (text: string) =>
    database.transaction((transaction) => transaction.rows(sql`${sql.raw(text)}`.compile(db)))
  return { testDatabase, database, proxy, ask }
}

/** Waits until the database runs this many of a statement. */
async function areUnderWay({ asOwner }: TestDatabase, statement: string, many: number): Promise<void> {
  const atWork = `select from pg_stat_activity where datname = current_database() and state = 'active' and query = $1`
  await vi.waitFor(async () => expect(await asOwner(atWork, [statement])).toHaveLength(many), 120_000)
}

/** How work ended, and after how many seconds. */
async function timed<Result>(work: Promise<Result>) {
  const began = clock.seconds()
  const [outcome] = await Promise.allSettled([work])
  return { ...outcome, seconds: clock.seconds() - began }
}

async function pass(seconds: number): Promise<void> {
  for (const until = clock.seconds() + seconds; clock.seconds() < until;) await sleep(50)
}

async function silenceFor(proxy: SilentProxy, seconds: number) {
  proxy.fallSilent()
  await pass(seconds)
  proxy.answerAgain()
}

/** Repeats until there is an answer. Returns how many seconds that took. */
async function secondsUntil(isWell: () => Promise<boolean>): Promise<number> {
  const began = clock.seconds()
  while (!(await isWell())) await sleep(100)
  return clock.seconds() - began
}

// In parallel, because they wait for real seconds, each on connections of its own.
describe.concurrent('a database that acknowledges and does not answer', () => {
  test('fails calls in progress, and serves again soon after it answers', async (context) => {
    const { ask, proxy, database, testDatabase } = await openBehindProxy(context)
    // All connections: some in use, some idle.
    await Promise.all(Array.from({ length: 30 }, () => ask('select pg_sleep(0.1)')))
    const underWay = Array.from({ length: 4 }, () => timed(ask('select pg_sleep(10)')))
    const feed = timed(database.copying(['ACME'], (client) => client.query('select pg_sleep(100)')))
    await areUnderWay(testDatabase, 'select pg_sleep(10)', 4)
    await areUnderWay(testDatabase, 'select pg_sleep(100)', 1)
    const isReady = pass(2).then(() => timed(database.isReady()))
    await silenceFor(proxy, SILENT)
    const back = await secondsUntil(() => ask('select 1').then(Boolean, () => false))
    expect(back).toBeLessThan(BACK + SLACK)
    await Promise.all(Array.from({ length: 30 }, () => ask('select 1')))
    for (const call of await Promise.all([...underWay, feed])) {
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEDOUT' } })
      expect(call.seconds).toBeLessThan(UNDER_WAY + SLACK)
    }
    expect(await isReady).toMatchObject({ value: false })
  })

  test('on idle connections makes the pool replace them', async (context) => {
    const { ask, proxy } = await openBehindProxy(context)
    await Promise.all(Array.from({ length: 30 }, () => ask('select pg_sleep(0.1)')))
    await silenceFor(proxy, SILENT)
    await pass(BACK)
    await Promise.all(Array.from({ length: 30 }, () => ask('select 1')))
  })

  test('on some connections fails only their calls, and a long feed', async (context) => {
    const { ask, proxy, database, testDatabase } = await openBehindProxy(context)
    // The answers come after the connections fell silent.
    const { asOwner } = testDatabase
    await asOwner('select pg_advisory_lock(1)')
    const answerLate = 'select pg_advisory_xact_lock_shared(1)'
    const call = timed(ask(answerLate))
    const feed = timed(database.copying(['ACME'], (client) => client.query(answerLate)))
    await waitUntilBlocked(testDatabase, 2)
    proxy.fallSilent('present')
    await asOwner('select pg_advisory_unlock(1)')
    expect(await timed(ask('select 1'))).toMatchObject({ status: 'fulfilled' })
    for (const { status, seconds } of await Promise.all([call, feed])) {
      expect(status).toBe('rejected')
      expect(seconds).toBeLessThan(UNDER_WAY + SLACK)
    }
  })

  test('makes the job queue replace its connections', async ({ onTestFinished }) => {
    const testDatabase = await createTestDatabase()
    const proxy = await openSilentProxy(testDatabase.appUrl)
    const jobs = openJobsDatabase({ appUrl: proxy.url })
    onTestFinished(async () => {
      await jobs.close()
      await proxy.close()
      await testDatabase.drop()
    })
    const ask = (text: string) => timed(jobs.executeSql(text))
    await Promise.all(Array.from({ length: 6 }, () => ask('select pg_sleep(0.1)')))
    const underWay = ask('select pg_sleep(10)')
    await areUnderWay(testDatabase, 'select pg_sleep(10)', 1)
    await silenceFor(proxy, SILENT)
    const back = await secondsUntil(async () => (await ask('select 1')).status === 'fulfilled')
    expect(back).toBeLessThan(BACK + SLACK)
    expect(await underWay).toMatchObject({ status: 'rejected' })
    expect((await underWay).seconds).toBeLessThan(UNDER_WAY + SLACK)
  })

  test('a connection that is never idle does not look silent', async ({ onTestFinished }) => {
    const testDatabase = await createTestDatabase()
    const database = openDatabase({ appUrl: testDatabase.appUrl, connections: 1 })
    onTestFinished(async () => {
      await database.close()
      await testDatabase.drop()
    })
    const until = clock.seconds() + SILENT
    const askOnAndOn = async () => {
      while (clock.seconds() < until) {
        await database.transaction((transaction) => transaction.rows(sql`select 1`.compile(db)))
        // Meanwhile the other is answered: whenever the watch looks, its next statement is not.
        for (const free = performance.now() + 5; performance.now() < free;);
      }
    }
    await Promise.all([askOnAndOn(), askOnAndOn()])
  })

  test('neither a long statement nor a busy server looks like silence', async ({ onTestFinished }) => {
    const testDatabase = await createTestDatabase()
    onTestFinished(() => testDatabase.drop())
    const [call, feed] = ['select pg_sleep(9)', 'select pg_sleep(14)']
    const beBusy = await queryFromBusyThread({ appUrl: testDatabase.appUrl, call, feed, busyMs: 6000 })
    await areUnderWay(testDatabase, call, 1)
    await areUnderWay(testDatabase, feed, 1)
    expect(await beBusy()).toEqual({ call: 'fulfilled', feed: 'fulfilled' })
  })

  test('calls answer 503 while the database is silent, and succeed soon after', async ({ onTestFinished }) => {
    let proxy: SilentProxy | undefined
    const portal = await openTestPortal({
      through: async (appUrl) => (proxy = await openSilentProxy(appUrl)).url,
    })
    onTestFinished(async () => {
      await portal.close()
      await proxy?.close()
    })
    const as = await makeSession(portal.testDatabase)
    const ask = () => portal.call(contract.orders.consolidated, { body: {} }, as)
    expect((await ask()).status).toBe(200)
    const silence = silenceFor(proxy as SilentProxy, SILENT)
    const call = await timed(ask())
    expect(call).toMatchObject({
      value: {
        status: 503,
        body: { code: 'unavailable', message: expect.stringMatching(/^The database is not responding/) },
      },
    })
    expect(call.seconds).toBeLessThan(UNDER_WAY + SLACK)
    await silence
    expect(await secondsUntil(async () => (await ask()).status === 200)).toBeLessThan(BACK + SLACK)
    expect((await portal.request('GET', '/readyz')).status).toBe(200)
  })
})
