import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@despatch/contract/contract'
import { sql } from 'kysely'
import { describe, expect, test, type TestContext } from 'vitest'
import { openJobsDatabase } from '../jobs/jobs-database.ts'
import { makeSession } from '../testing/factories.ts'
import { openSilentProxy, type SilentProxy } from '../testing/silent-proxy.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { openTestPortal } from '../testing/test-portal.ts'
import { openDatabase } from './database.ts'
import { db } from './sql.ts'

/** The database may be silent for so long, calls under way may hang, and the way back may take, in seconds. */
const [SILENT, UNDER_WAY, BACK] = [8, 17, 10]
/** The machine may be busy. */
const SLACK = 2

const MINUTE = 60_000

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
  return { database, proxy, ask }
}

/** How work ended, and after how many seconds. */
async function timed<Result>(work: Promise<Result>) {
  const began = performance.now()
  const [outcome] = await Promise.allSettled([work])
  return { ...outcome, seconds: (performance.now() - began) / 1000 }
}

async function silenceFor(proxy: SilentProxy, seconds: number) {
  proxy.fallSilent()
  await sleep(seconds * 1000)
  proxy.answerAgain()
}

/** Asks until there is an answer: how many seconds that took. */
async function secondsUntil(isWell: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isWell())) await sleep(100)
  return (performance.now() - began) / 1000
}

describe.concurrent('a database that acknowledges and does not answer', () => {
  test(
    'fails what is under way, and serves again soon after it answers',
    async (context) => {
      const { ask, proxy, database } = await openBehindProxy(context)
      // As many connections as there may be: some under way, some idle.
      await Promise.all(Array.from({ length: 30 }, () => ask('select pg_sleep(0.1)')))
      const underWay = Array.from({ length: 4 }, () => timed(ask('select pg_sleep(10)')))
      const feed = timed(database.copying(['ACME'], (client) => client.query('select pg_sleep(100)')))
      await sleep(500)
      const isReady = sleep(2000).then(() => timed(database.isReady()))
      await silenceFor(proxy, SILENT)
      const back = await secondsUntil(() => ask('select 1').then(Boolean, () => false))
      expect(back).toBeLessThan(BACK)
      await Promise.all(Array.from({ length: 30 }, () => ask('select 1')))
      for (const call of await Promise.all([...underWay, feed])) {
        expect(call).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEDOUT' } })
        expect(call.seconds).toBeLessThan(UNDER_WAY)
      }
      expect(await isReady).toMatchObject({ value: false })
    },
    MINUTE,
  )

  test(
    'on connections that were idle has them replaced',
    async (context) => {
      const { ask, proxy } = await openBehindProxy(context)
      await Promise.all(Array.from({ length: 30 }, () => ask('select pg_sleep(0.1)')))
      await silenceFor(proxy, SILENT)
      await sleep(BACK * 1000)
      await Promise.all(Array.from({ length: 30 }, () => ask('select 1')))
    },
    MINUTE,
  )

  test(
    'on some connections alone fails what is under way on these, a long feed as well',
    async (context) => {
      const { ask, proxy, database } = await openBehindProxy(context)
      const call = timed(ask('select pg_sleep(1)'))
      const feed = timed(database.copying(['ACME'], (client) => client.query('select pg_sleep(1)')))
      await sleep(500)
      proxy.fallSilent('present')
      expect(await timed(ask('select 1'))).toMatchObject({ status: 'fulfilled' })
      for (const { status, seconds } of await Promise.all([call, feed])) {
        expect(status).toBe('rejected')
        expect(seconds).toBeLessThan(UNDER_WAY + SLACK)
      }
    },
    MINUTE,
  )

  test(
    'gives the queue of jobs its connections back',
    async ({ onTestFinished }) => {
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
      await sleep(500)
      await silenceFor(proxy, SILENT)
      const back = await secondsUntil(async () => (await ask('select 1')).status === 'fulfilled')
      expect(back).toBeLessThan(BACK)
      expect(await underWay).toMatchObject({ status: 'rejected' })
      expect((await underWay).seconds).toBeLessThan(UNDER_WAY)
    },
    MINUTE,
  )
})

test(
  'neither a long statement nor a server that is busy itself looks like silence',
  async (context) => {
    const { ask, database } = await openBehindProxy(context)
    const feed = timed(database.copying(['ACME'], (client) => client.query('select pg_sleep(14)')))
    const call = timed(ask('select pg_sleep(9)'))
    await sleep(500)
    for (const until = performance.now() + 6000; performance.now() < until;);
    expect(await feed).toMatchObject({ status: 'fulfilled' })
    expect(await call).toMatchObject({ status: 'fulfilled' })
  },
  MINUTE,
)

test(
  'calls of people answer 503 while the database is silent, and are well soon after',
  async ({ onTestFinished }) => {
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
        body: { code: 'unavailable', message: expect.stringMatching(/^The database does not answer/) },
      },
    })
    expect(call.seconds).toBeLessThan(UNDER_WAY)
    await silence
    expect(await secondsUntil(async () => (await ask()).status === 200)).toBeLessThan(BACK)
    expect((await portal.request('GET', '/readyz')).status).toBe(200)
  },
  MINUTE,
)
