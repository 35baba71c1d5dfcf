import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answerErrors } from '../../http/errors.ts'
import { openFakeDatabase } from '../../testing/network/fake-database.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase } from '../database.ts'
import { db } from '../sql.ts'
import { failureOf } from './database-failure.ts'

const NO_ANSWER = 'The database is not responding. Try again in a moment.'
const ENDED = 'The database ended this connection. Try again in a moment.'
const NOT_LET_IN = 'The portal can’t sign in to the database. Ask your administrator.'
const STARTING = 'The database is starting or stopping. Try again in a moment.'
const NO_MORE = 'The database is busy. Try again in a moment.'
const DISK = 'The disk of the database is full. Ask your administrator to free some space.'

const asksOnce = (database: Database) =>
  database.transaction((transaction) => transaction.rows(sql`select 1`.compile(db)))
const copies = (database: Database) => database.copying(['ACME'], (client) => client.query('select 1'))

/** The answers of calls that use a database at this address. */
async function answersWith(appUrl: string, isFull = false) {
  const database = openDatabase({ appUrl })
  const app = Fastify()
  answerErrors(app, () => isFull)
  app.get('/call', () => asksOnce(database))
  app.get('/feed', () => copies(database))
  onTestFinished(async () => {
    await app.close()
    await database.close()
  })
  const answers = []
  for (const path of ['/call', '/feed']) {
    const answer = await app.inject(path)
    answers.push({ status: answer.statusCode, message: answer.json<{ message: string }>().message })
  }
  return answers
}

const both = (message: string) => [
  { status: 503, message },
  { status: 503, message },
]

describe('a call answers 503 with the reason', () => {
  test('where the socket of the embedded database is gone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'despatch-gone-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const url = `postgres://x:y@127.0.0.1:1/despatch?host=${encodeURIComponent(folder)}`
    expect(await answersWith(url)).toEqual(both(NO_ANSWER))
    expect(await answersWith(url, true)).toEqual(both(DISK))
  })

  test.each([
    ['nobody listens', 'postgres://x:y@127.0.0.1:1/despatch'],
    ['the host has no address', 'postgres://x:y@no-such-host.invalid/despatch'],
    ['TLS is asked for and not to be had', 'tls'],
  ])('where %s', async (_case, url) => {
    // A server that does not greet with TLS's byte.
    const other = url === 'tls' ? await openFakeDatabase({ at: 'connect', does: 'end' }) : undefined
    if (other) onTestFinished(other.close)
    expect(await answersWith(other ? `${other.url}?sslmode=no-verify` : url)).toEqual(both(NO_ANSWER))
  })

  test.each([
    ['reset', NO_ANSWER],
    ['end', NO_ANSWER],
    [{ severity: 'FATAL', code: '57P03' }, STARTING],
    [{ severity: 'FATAL', code: '53300' }, NO_MORE],
    [{ severity: 'FATAL', code: '28P01' }, NOT_LET_IN],
    [{ severity: 'FATAL', code: '28000' }, NOT_LET_IN],
    [{ severity: 'FATAL', code: '3D000' }, NOT_LET_IN],
    [{ severity: 'FATAL', code: '42501' }, NOT_LET_IN],
    [{ severity: 'FATAL', code: '55000' }, NO_ANSWER],
    // PgBouncer: too many clients, a server that rejects it, or a long wait for a server.
    [{ severity: 'FATAL', code: '08P01' }, NO_ANSWER],
    // In a language that has another word for FATAL.
    [{ severity: 'ВАЖНО', code: '57P03' }, STARTING],
    [{ severity: 'ВАЖНО', code: 'XX000' }, NO_ANSWER],
  ] as const)('where a connection is answered by %j', async (does, message) => {
    const { url, close } = await openFakeDatabase({ at: 'connect', does })
    onTestFinished(close)
    expect(await answersWith(url)).toEqual(both(message))
  })

  test.each([
    ['reset', NO_ANSWER],
    ['end', NO_ANSWER],
    [{ severity: 'FATAL', code: '57P01' }, ENDED],
    [{ severity: 'FATAL', code: '57P02' }, ENDED],
    [{ severity: 'FATAL', code: '57P05' }, ENDED],
    [{ severity: 'FATAL', code: '25P03' }, ENDED],
    [{ severity: 'FATAL', code: '25P04' }, ENDED],
    [{ severity: 'PANIC', code: '53100' }, DISK],
    [{ severity: 'FATAL', code: '08P01' }, NO_ANSWER],
  ] as const)('where a statement is answered by %j', async (does, message) => {
    const { url, close } = await openFakeDatabase({ at: 'statement', does })
    onTestFinished(close)
    // Statements sent in one packet after the answered one learn only that the connection is gone.
    expect(await answersWith(url)).toEqual([
      { status: 503, message: NO_ANSWER },
      { status: 503, message },
    ])
  })

  test('where the database is closed, and where it rejects the login', async () => {
    const testDatabase = await createTestDatabase()
    onTestFinished(() => testDatabase.drop())
    const wrong = new URL(testDatabase.appUrl)
    wrong.password = 'another'
    expect(await answersWith(wrong.href)).toEqual(both(NOT_LET_IN))
    const missing = new URL(testDatabase.appUrl)
    missing.pathname = '/no_such_database'
    expect(await answersWith(missing.href)).toEqual(both(NOT_LET_IN))
    const database = openDatabase({ appUrl: testDatabase.appUrl })
    await database.close()
    for (const ask of [asksOnce, copies])
      expect(failureOf(await ask(database).catch((error: unknown) => error))).toMatchObject({ kind: 'unavailable' })
  })
})

test.each([
  [{ code: 'EACCES', syscall: 'connect' }, 'unavailable'],
  [{ code: 'ENOENT', syscall: 'connect' }, 'unavailable'],
  [{ code: 'EMFILE', syscall: 'connect' }, 'unavailable'],
  [{ code: 'EPERM', syscall: 'connect' }, 'unavailable'],
  [{ code: 'ENETDOWN', syscall: 'write' }, 'unavailable'],
  [{ code: 'EHOSTUNREACH' }, 'unavailable'],
  [{ code: 'ETIMEDOUT', syscall: 'read' }, 'unavailable'],
  [{ code: '25006', severity: 'ERROR' }, 'unavailable'],
  [{ code: '08006', severity: 'ERROR' }, 'unavailable'],
  [{ code: '53200', severity: 'ERROR' }, 'unavailable'],
  [{ code: '53100', severity: 'ERROR' }, 'full'],
  [{ code: '57014', severity: 'ERROR' }, 'slow'],
  [{ code: '40001', severity: 'ERROR' }, 'conflict'],
  [{ code: '55P03', severity: 'ERROR' }, 'conflict'],
  // A missing file of our own, a full temporary folder, and faults in our own statements.
  [{ code: 'ENOENT', syscall: 'open' }, undefined],
  [{ code: 'EACCES', syscall: 'open' }, undefined],
  [{ code: 'ENOSPC', syscall: 'write' }, undefined],
  [{ code: '08P01', severity: 'ERROR' }, undefined],
  [{ code: '42501', severity: 'ERROR' }, undefined],
  [{ code: '23505', severity: 'ERROR' }, undefined],
  [{ code: 'XX000', severity: 'ERROR' }, undefined],
])('%j is %s', (facts, kind) => {
  expect(failureOf(Object.assign(new Error('it failed'), facts))?.kind).toBe(kind)
})
