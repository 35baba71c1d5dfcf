import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { forgetRoles } from '../http/authentication/open-session.ts'

export type TestDatabase = {
  ownerUrl: string
  appUrl: string
  /** Runs SQL as the owner, with row-level security letting through all clients there are. */
  asOwner(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  drop(): Promise<void>
}

/** A database of the test's own: a copy of the migrated, empty one, or with `empty` one that has nothing at all. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const postgres = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copied as files: row by row, through the log, it takes several times as long.
  const copy = options.empty ? '' : 'template despatch strategy file_copy'
  await run(urlOf(postgres.ownerUrl, 'postgres'), `create database ${name} ${copy}`)
  const ownerUrl = urlOf(postgres.ownerUrl, name)
  // The files of a worker share what is loaded, and each has a database of its own.
  forgetRoles()
  const owner = new pg.Client(ownerUrl)
  owner.on('error', () => undefined)
  await owner.connect()
  return {
    ownerUrl,
    appUrl: urlOf(postgres.appUrl, name),
    async asOwner(sql, values) {
      await owner.query(
        // '' is the client of acts that are no client's, such as signing in. Within a transaction pg_stat_activity keeps
        // the connections of its first look: one that is opened later would never be seen to wait.
        "select set_config('app.clients', (select array_append(array_agg(client_code), '')::text from clients), false), pg_stat_clear_snapshot()",
      )
      return (await owner.query<Record<string, unknown>>(sql, values)).rows
    },
    async drop() {
      await owner.end()
      await drop(urlOf(postgres.ownerUrl, 'postgres'), name)
    },
  }
}

function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** Drops a database; waits while PostgreSQL itself cleans up in it, which only a superuser may cut short. */
async function drop(url: string, name: string, patience = 100): Promise<void> {
  try {
    await run(url, `drop database ${name} with (force)`)
  } catch (error) {
    const isCleanedUp = error instanceof pg.DatabaseError && error.code === '42501'
    if (!isCleanedUp || patience === 0) throw error
    await sleep(100)
    await drop(url, name, patience - 1)
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
