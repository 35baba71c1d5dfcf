import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overTcp } from '../testing/network/over-tcp.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { checkServer } from './check-server.ts'
import { type Database, openDatabase } from './database.ts'
import { db } from './sql.ts'
import { Transaction } from './transaction.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ appUrl: testDatabase.appUrl, connections: 2, checksReads: true })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const ask = (transaction: Transaction, text: string) =>
  transaction.rows(sql<Record<string, unknown>>`${sql.raw(text)}`.compile(db))
const adding = (code: string) => `insert into clients (client_code, name) values ('${code}', '') returning client_code`
const addClient = (transaction: Transaction, code: string) =>
  transaction.write(sql<Record<string, unknown>>`${sql.raw(adding(code))}`.compile(db))
const clients = async () =>
  (await testDatabase.asOwner('select client_code from clients')).map((row) => row['client_code'])

describe('a transaction', () => {
  test('answers several statements started at once, and has written before it answers', async () => {
    const answers = await database.transaction((transaction) =>
      Promise.all([
        ask(transaction, 'select 1 as n'),
        addClient(transaction, 'AT-ONCE'),
        ask(transaction, 'select 2 as n'),
      ]),
    )
    expect(answers).toEqual([[{ n: 1 }], [{ client_code: 'AT-ONCE' }], [{ n: 2 }]])
    expect(await clients()).toContain('AT-ONCE')
  })

  test('with one failed statement keeps nothing, even if the error is swallowed', async () => {
    const swallowing = database.transaction(async (transaction) => {
      await addClient(transaction, 'SWALLOWED')
      await ask(transaction, 'select 1 / 0').catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow('The transaction was rolled back')
    const together = database.transaction((transaction) =>
      Promise.all([addClient(transaction, 'TOGETHER'), ask(transaction, 'select no_such_column')]),
    )
    await expect(together).rejects.toThrow('no_such_column')
    expect(await clients()).not.toEqual(expect.arrayContaining([expect.stringMatching(/SWALLOWED|TOGETHER/)]))
  })

  test.each([
    ['inserts', adding('UNSAID')],
    ['does so in a common table expression', `with added as (${adding('UNSAID')}) select * from added`],
  ])('that %s without calling write fails in tests', async (_, text) => {
    await expect(database.transaction((transaction) => ask(transaction, text))).rejects.toThrow(
      'Written to without saying so by write(): clients',
    )
    expect(await clients()).not.toContain('UNSAID')
  })

  test('that locks rows but writes none passes the check', async () => {
    await expect(
      database.transaction((transaction) => ask(transaction, 'select 1 from clients for update')),
    ).resolves.toBeDefined()
  })

  test('that is over rejects statements: its connection serves another by then', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const failing = database.transaction((transaction) => {
      const slow = ask(transaction, 'select pg_sleep(0.1)').then(() => addClient(transaction, 'TOO-LATE'))
      late = slow.catch((error: Error) => error.message)
      return Promise.all([slow, Promise.reject(new Error('at once'))])
    })
    await expect(failing).rejects.toThrow('at once')
    expect(await late).toMatch(/^The transaction is over/)
    expect(await clients()).not.toContain('TOO-LATE')
  })

  test('over a feed’s connection sends one statement after the other', async () => {
    const underWay: number[] = []
    await database.copying([], async (connection) => {
      const query = connection.query.bind(connection) as (...given: unknown[]) => Promise<unknown>
      let count = 0
      connection.query = ((...given: unknown[]) => {
        underWay.push(++count)
        return query(...given).finally(() => count--)
      }) as typeof connection.query
      const transaction = new Transaction(connection)
      const answers = await Promise.all([1, 2, 3].map((n) => ask(transaction, `select ${n} as n`)))
      expect(answers).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
      connection.query = query as typeof connection.query
    })
    expect(underWay).toEqual([1, 1, 1])
  })

  test('whose connection dies fails, and the pool recovers', async () => {
    for (let round = 0; round < 3; round++) {
      const dying = database.transaction(async (transaction) => {
        const [row] = await ask(transaction, 'select pg_backend_pid() as pid')
        await testDatabase.asOwner(`select pg_terminate_backend(${Number(row?.['pid'])})`).catch(() => undefined)
        return ask(transaction, 'select pg_sleep(5)')
      })
      await expect(dying).rejects.toThrow()
    }
    expect(await database.transaction((transaction) => ask(transaction, 'select 1 as n'))).toEqual([{ n: 1 }])
    expect(await database.isReady()).toBe(true)
  })

  test('limits the time of each statement, and leaves no limit on the connection', async () => {
    const limits = await database.transaction((transaction) => ask(transaction, 'show statement_timeout'))
    expect(limits).toEqual([{ statement_timeout: '15s' }])
  })

  test('returns dates as text, 64-bit numbers as numbers, amounts as exact text', async () => {
    const [row] = await database.transaction((transaction) =>
      ask(
        transaction,
        "select date '2026-03-29' as day, 9007199254740991::bigint as count, 0.1::numeric(14, 4) as amount",
      ),
    )
    expect(row).toEqual({ day: '2026-03-29', count: 9007199254740991, amount: '0.1000' })
  })

  test('waits for its turn when all connections are busy', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, index) =>
        database.transaction((transaction) => ask(transaction, `select ${index} as n`)),
      ),
    )
    expect(answers.flat()).toEqual(Array.from({ length: 20 }, (_none, index) => ({ n: index })))
    expect(database.connections().total).toBeLessThanOrEqual(2)
  })
})

describe('the PostgreSQL of DATABASE_URL', () => {
  test('is accepted if it answers and is new enough', async () => {
    await expect(checkServer(testDatabase.ownerUrl)).resolves.toBeUndefined()
  })
  test('that cannot be reached is reported in one line, without the password', async () => {
    const url = overTcp(testDatabase.ownerUrl)
    url.port = '1'
    const error: Error = await checkServer(url.href).then(
      () => expect.fail('it was reached'),
      (reason: Error) => reason,
    )
    expect(error.message).toMatch(/^The database of DATABASE_URL cannot be reached: .*ECONNREFUSED.*\.$/)
    expect(error.message).not.toContain(url.password)
  })
})
