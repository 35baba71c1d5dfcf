import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { forgetRoles } from '../http/authentication/open-session.ts'

export type TestDatabase = {
  ownerUrl: string
  appUrl: string
  /** Runs SQL as the owner, with row-level security showing all clients. */
  asOwner(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  drop(): Promise<void>
}

/** Creates a database for one test: a copy of the migrated empty one, or with `empty` one without a schema. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const postgres = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copied as files: copying through the WAL takes several times as long.
  const copy = options.empty ? '' : 'template despatch strategy file_copy'
  await run(urlOf(postgres.ownerUrl, 'postgres'), `create database ${name} ${copy}`)
  const ownerUrl = urlOf(postgres.ownerUrl, name)
  // Test files of a worker share loaded modules but have databases of their own.
  forgetRoles()
  const owner = new pg.Client(ownerUrl)
  owner.on('error', () => undefined)
  await owner.connect()
  return {
    ownerUrl,
    appUrl: urlOf(postgres.appUrl, name),
    async asOwner(sql, values) {
      await owner.query(
        // '' is the client of acts without a client, such as signing in. Within a transaction pg_stat_activity caches its first
        // snapshot, so connections opened later would never be seen to wait.
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

/** Drops a database. Waits while PostgreSQL's own processes clean up in it, because only a superuser may end those. */
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
