import { setTimeout as sleep } from 'node:timers/promises'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { overTcp } from '../../testing/network/over-tcp.ts'
import { openSilentProxy } from '../../testing/network/silent-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase } from '../database.ts'
import { db } from '../sql.ts'
import type { Transaction } from '../transaction.ts'

/** Shorter than the real limit, to save time: `npm run test:cut-network` uses the real one. */
const maxIdleMs = 700

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  return () => testDatabase.drop()
})

const ask = (transaction: Transaction, text: string) => transaction.rows(sql<object>`${sql.raw(text)}`.compile(db))
const LOCK = 'select pg_advisory_xact_lock(7)'
const OTHER_LOCK = 'select pg_advisory_xact_lock(8)'

/** A server that is about to be cut off, and another one. With `DATABASE_URL` the owner switches to the role. */
async function twoServers(role: 'despatch_app' | undefined) {
  const url = role ? testDatabase.ownerUrl : testDatabase.appUrl
  const proxy = await openSilentProxy(url)
  const [cut, well] = [
    openDatabase({ appUrl: proxy.url, role, maxIdleMs }),
    openDatabase({ appUrl: overTcp(url).href, role, maxIdleMs }),
  ]
  onTestFinished(async () => {
    await Promise.all([cut.close(), well.close()])
    await proxy.close()
  })
  return { proxy, cut, well }
}

/** Makes a server hold a lock, then cuts it off; its own work never ends. */
async function holdAndCut(hold: (isHeld: () => void) => Promise<unknown>, cutOff: () => void): Promise<void> {
  const held = Promise.withResolvers<void>()
  hold(() => held.resolve()).catch(held.reject)
  await held.promise
  cutOff()
}

const never = () => new Promise<never>(() => undefined)

describe.each([
  ['DATABASE_URL', 'despatch_app'],
  ['the embedded database', undefined],
] as const)('with %s a network that is cut', (_kind, role) => {
  test('during a call or between a feed’s statements releases their locks', async () => {
    const { cut, well, proxy } = await twoServers(role)
    await holdAndCut(
      (isHeld) =>
        cut.transaction(async (transaction) => {
          await ask(transaction, LOCK)
          await cut.copying([], async (client) => {
            await client.query(OTHER_LOCK)
            isHeld()
            await never()
          })
        }),
      () => proxy.fallSilent(),
    )
    await well.copying([], (client) => client.query(LOCK))
    await well.transaction((transaction) => ask(transaction, OTHER_LOCK))
  })

  test('in the middle of a COPY releases its locks as soon as another transaction waits', async () => {
    const { cut, well, proxy } = await twoServers(role)
    await holdAndCut(
      (isHeld) =>
        cut.copying([], async (client) => {
          await client.query(`${LOCK}; create temp table rows (cell text) on commit drop`)
          const copy = client.query(from('copy rows from stdin'))
          copy.on('error', () => undefined)
          await new Promise((resolve) => copy.write('a row\n', resolve))
          // PostgreSQL is reading rows now, and ignores statements and timeouts.
          await vi.waitFor(async () => expect(await inCopy()).toBe(1))
          isHeld()
          await never()
        }),
      () => proxy.fallSilent(),
    )
    await well.copying([], (client) => client.query(LOCK))
    expect(await inCopy()).toBe(0)
  })
})

test('a slow COPY is not ended, though others wait for its locks', async () => {
  const { cut: slow, well } = await twoServers('despatch_app')
  const probes = vi.spyOn(pg.Client.prototype, 'connect')
  onTestFinished(() => probes.mockRestore())
  const held = Promise.withResolvers<void>()
  const copying = slow.copying([], async (client) => {
    await client.query(`${LOCK}; create temp table rows (cell text) on commit drop`)
    const copy = client.query(from('copy rows from stdin'))
    const copied = finished(copy)
    while (probes.mock.calls.length < MANY_PROBES) {
      await new Promise((resolve) => copy.write('a row\n', resolve))
      await sleep(100)
      held.resolve()
    }
    copy.end()
    await copied
    return (await client.query<{ many: number }>('select count(*)::int as many from rows')).rows[0]?.many
  })
  await held.promise
  const waiting = well.copying([], (client) => client.query(LOCK))
  expect(await copying).toBeGreaterThan(1)
  await waiting
})
/** Connections that the two servers open: three or more probes each. */
const MANY_PROBES = 9

const inCopy = async () =>
  (
    await testDatabase.asOwner(
      "select from pg_stat_activity where datname = current_database() and state = 'active' and wait_event = 'ClientRead'",
    )
  ).length

describe('limits of a transaction', () => {
  const NAMES = ['statement_timeout', 'idle_in_transaction_session_timeout', 'tcp_keepalives_idle', 'tcp_user_timeout']
  const settings = `select ${NAMES.map((name) => `current_setting('${name}')`).join(` || ' ' || `)} as all`
  const readSettings = (work: (text: string) => Promise<{ all: string } | undefined>) =>
    work(settings).then((row) => row?.all)
  const inCopying = (database: Database, more: Parameters<Database['copying']>[2]) =>
    readSettings(
      async (text) => (await database.copying([], (client) => client.query<{ all: string }>(text), more)).rows[0],
    )

  test('end an idle transaction soon, one that reads a file later, and last one transaction', async () => {
    const url = overTcp(testDatabase.ownerUrl).href
    const client = new pg.Client(url)
    await client.connect()
    const before = (await client.query<{ all: string }>(settings)).rows[0]?.all.split(' ')
    await client.end()
    const [idle = '', user = ''] = before?.slice(2) ?? []
    // One connection, as a pooler would share it.
    const database = openDatabase({ appUrl: url, role: 'despatch_app', connections: 1, maxIdleMs })
    onTestFinished(() => database.close())
    const inCall = await readSettings((text) =>
      database.transaction(async (transaction) => (await ask(transaction, text))[0] as { all: string }),
    )
    expect(inCall).toBe(`15s 700ms ${idle} ${user}`)
    expect(await inCopying(database, {})).toBe('2min 700ms 10 40000')
    expect(await inCopying(database, { isIdleLong: true })).toBe('2min 2min 10 40000')
    expect(await inCopying(database, { isIdleLong: true, isSnapshot: true })).toBe('2min 2min 10 40000')
    expect(
      (
        await database.copying([], async (connection) => {
          await connection.query('commit')
          return connection.query<{ all: string }>(settings)
        })
      ).rows[0]?.all.split(' '),
    ).toEqual(before)
  })

  test('do not end a long idle transaction that asked for it', async () => {
    const database = openDatabase({ appUrl: testDatabase.ownerUrl, role: 'despatch_app', maxIdleMs })
    onTestFinished(() => database.close())
    const idleFor = (isIdleLong: boolean) =>
      database.copying(
        [],
        async (client) => {
          const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
          // Meanwhile another transaction, begun later, is ended.
          await endsWhenIdle()
          return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid === rows[0]?.pid
        },
        { isIdleLong },
      )
    expect(await idleFor(true)).toBe(true)
    await expect(idleFor(false)).rejects.toThrow()
  })

  async function endsWhenIdle(): Promise<void> {
    const client = new pg.Client(testDatabase.ownerUrl)
    const ended = new Promise<void>((resolve) => void client.once('end', () => resolve()))
    client.on('error', () => undefined)
    await client.connect()
    await client.query("begin; set local idle_in_transaction_session_timeout = '900ms'")
    await ended
  }
})
