import { createServer, connect } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overTcp } from '../testing/network/over-tcp.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openDatabase } from './database.ts'
import { fixed, prepared } from './prepared.ts'
import { retryOnDeadlock } from './retry-on-deadlock.ts'
import { db } from './sql.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const add = fixed((one: number, other: number) =>
  sql<{ sum: number }>`select ${other}::int + ${one}::int + ${7}::int as sum, ${one}::int as one`.compile(db),
)
const changing = prepared(sql`select 'x'`.compile(db))
/** Earlier files in the same process may have used up the limit for changing texts. */
const NAMED = 'preparedAs' in changing ? 2 : 1
const preparedNow = sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`.compile(db)

/** Runs prepared statements several times. Returns how many the connection has prepared. */
async function askOver(appUrl: string): Promise<number | undefined> {
  const database = openDatabase({ appUrl, connections: 1 })
  try {
    // The first transaction may begin before the pooler check has ended.
    await database.transaction(async (transaction) => transaction.rows(preparedNow))
    for (let round = 0; round < 8; round++) {
      const [same, other] = await database.transaction(async (transaction) =>
        // Run twice at once: the second is sent before the first is answered.
        Promise.all([transaction.row(add(1, round)), transaction.row(add(1, round)), transaction.row(changing)]),
      )
      expect([same, other]).toEqual([
        { sum: 8 + round, one: 1 },
        { sum: 8 + round, one: 1 },
      ])
    }
    return (await database.transaction((transaction) => transaction.row(preparedNow)))?.count
  } finally {
    await database.close()
  }
}

test('statements are prepared on a direct connection and give the same answers', async () => {
  expect(await askOver(testDatabase.appUrl)).toBe(NAMED)
})

test('nothing is prepared behind a pooler, which greets with an id of its own', async () => {
  const pooler = await openPooler(testDatabase.appUrl)
  expect(await askOver(pooler.url)).toBe(0)
  await pooler.close()
})

test('a statement that fails, or follows a failed one, is prepared by the next transaction', async () => {
  const database = openDatabase({ appUrl: testDatabase.appUrl, connections: 1 })
  const divide = fixed((by: number) => sql<{ is: number }>`select 10 / ${by}::int as is`.compile(db))
  const fails = sql`select 1 / 0`.compile(db)
  await database.transaction((transaction) => transaction.rows(preparedNow))
  const together = database.transaction((transaction) =>
    Promise.all([transaction.rows(fails), transaction.row(divide(5))]),
  )
  await expect(together).rejects.toMatchObject({ code: '22012' })
  await expect(database.transaction((transaction) => transaction.row(divide(0)))).rejects.toMatchObject({
    code: '22012',
  })
  for (const by of [5, 2])
    expect(await database.transaction((transaction) => transaction.row(divide(by)))).toEqual({ is: 10 / by })
  await database.close()
})

test('a call plans again after a migration replaced the tables of its plan', async () => {
  const database = openDatabase({ appUrl: testDatabase.appUrl, connections: 1 })
  const found = fixed(() => sql`select * from made_anew()`.compile(db))
  const ask = () => retryOnDeadlock(() => database.transaction((transaction) => transaction.row(found())))
  const make = (columns: string) =>
    testDatabase.asOwner(
      `drop function if exists made_anew(); create function made_anew() returns table (${columns}) language sql as 'select 1, 2'`,
    )
  await make('one int, other int')
  for (let round = 0; round < 8; round++) expect(await ask()).toEqual({ one: 1, other: 2 })
  await make('first int, second bigint')
  for (let round = 0; round < 3; round++) expect(await ask()).toEqual({ first: 1, second: 2 })
  await database.close()
})

/** Proxies the database and greets with the process id of another backend, as a pooler does. */
async function openPooler(appUrl: string): Promise<{ url: string; close(): Promise<unknown> }> {
  const { hostname, port } = new URL(appUrl)
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.pipe(far)
    far.on('data', (data: Buffer) => {
      // The message 'K', 12 bytes long: process id, then secret.
      const at = data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
      if (at !== -1) data.writeInt32BE(data.readInt32BE(at + 5) + 1, at + 5)
      near.write(data)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = overTcp(appUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: url.href, close: () => new Promise((resolve) => server.close(resolve)) }
}
