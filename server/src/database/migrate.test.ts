import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate, migrationNames } from './migrate.ts'

const ours = join(import.meta.dirname, 'migrations')
const names = await migrationNames()
const opened: TestDatabase[] = []
const folders: string[] = []

/** A database with nothing in it. */
async function empty(): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true })
  opened.push(database)
  return database
}

/** One to which all are applied. */
async function migrated(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  opened.push(database)
  return database
}

/** A copy of our migrations, with more files, or others in their place. */
async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'despatch-migrations-'))
  folders.push(folder)
  await cp(ours, folder, { recursive: true })
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return folder
}

/** All that a schema is, as rows to compare: columns, constraints, indexes, policies, rights. */
async function schemaOf(on: TestDatabase): Promise<Record<string, unknown>[]> {
  return on.asOwner(`
    select 'column' as kind, table_name || '.' || column_name as name, concat_ws(' ', data_type, is_nullable, column_default, is_identity, collation_name) as what
      from information_schema.columns where table_schema = 'public'
    union all select 'constraint', conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'policy', tablename || ' ' || policyname, concat_ws(' ', cmd, qual, with_check) from pg_policies
    union all select 'security', relname, concat_ws(' ', relpersistence, relrowsecurity, relforcerowsecurity) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    union all select 'right', table_name || ' ' || grantee, privilege_type from information_schema.role_table_grants where grantee = 'despatch_app'
    order by 1, 2, 3`)
}

let finished: Record<string, unknown>[]
beforeAll(async () => {
  finished = await schemaOf(await migrated())
})
afterAll(async () => {
  for (const database of opened) await database.drop()
  for (const folder of folders) await rm(folder, { recursive: true })
})

test('from nothing all are applied, in order, and told one by one', async () => {
  const database = await empty()
  const told: string[] = []
  await migrate({ ownerUrl: database.ownerUrl, report: (line) => told.push(line) })
  expect(told).toEqual(names.map((name) => `migration ${name}`))
  expect(await schemaOf(database)).toEqual(finished)
  expect(finished.length).toBeGreaterThan(100)
})

test('from the state after each of them the next can be applied, by a run of its own, and all lead to the same schema', async () => {
  const database = await empty()
  for (const name of names) expect(await migrate({ ownerUrl: database.ownerUrl, upTo: name }), name).toBe(1)
  expect(await migrate({ ownerUrl: database.ownerUrl })).toBe(0)
  expect(await schemaOf(database)).toEqual(finished)
})

// All that are applied in one run from the states in between: what one leaves on its connection is there for the next.
test.concurrent.each([0.25, 0.5, 0.75])(
  'from the state after %f of them the rest leads to the same schema',
  async (share) => {
    const database = await empty()
    const name = names[Math.floor(names.length * share)] ?? ''
    const first = await migrate({ ownerUrl: database.ownerUrl, upTo: name })
    expect(await migrate({ ownerUrl: database.ownerUrl })).toBe(names.length - first)
    expect(await schemaOf(database)).toEqual(finished)
  },
)

test.concurrent('of what was tried to be delivered before each attempt was kept, the last is', async () => {
  const database = await empty()
  await migrate({ ownerUrl: database.ownerUrl, upTo: '0032-without-orders-by-email.sql' })
  await database.asOwner("insert into clients (client_code, name) values ('ACME', 'Acme')")
  await database.asOwner(
    `with made as (
       insert into webhooks (client_code, name, url, secret, events, created_at, created_by)
       values ('ACME', 'Shop', 'https://example.com', '', '{}', now(), 'test') returning *
     )
     insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, next_attempt_at, attempts,
       last_attempt_at, answer_status, answer, took_ms)
     select client_code, webhook_id, gen_random_uuid(), 'order.created', now(), '{}', now(), attempts,
       case when attempts > 0 then '2026-01-05T10:00Z'::timestamptz end, 500, 'not now', 12
     from made, unnest(array[0, 3]) as attempts`,
  )
  await migrate({ ownerUrl: database.ownerUrl })
  const kept = await database.asOwner(
    'select attempt, at, answer_status, answer, took_ms, by_hand from webhook_attempts',
  )
  expect(kept).toEqual([
    {
      attempt: 3,
      at: new Date('2026-01-05T10:00Z'),
      answer_status: 500,
      answer: 'not now',
      took_ms: 12,
      by_hand: false,
    },
  ])
})

test.concurrent('a second time nothing is applied, nor on Windows line ends', async () => {
  const database = await migrated()
  expect(await migrate({ ownerUrl: database.ownerUrl })).toBe(0)
  const first = names[0] ?? ''
  const sql = await readFile(join(ours, first), 'utf8')
  const folder = await folderWith({ [first]: sql.replaceAll('\n', '\r\n') })
  expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(0)
})

test.concurrent('servers that start at once take turns: each file is applied once', async () => {
  const database = await empty()
  const counts = await Promise.all([1, 2, 3].map(() => migrate({ ownerUrl: database.ownerUrl })))
  expect(counts.toSorted()).toEqual([0, 0, names.length])
  expect(await schemaOf(database)).toEqual(finished)
})

test.concurrent('a file that was changed after it was applied is refused, and nothing after it is applied', async () => {
  const database = await migrated()
  const first = names[0] ?? ''
  const folder = await folderWith({ [first]: 'select 1', '9999-more.sql': 'create table more (a int)' })
  await expect(migrate({ ownerUrl: database.ownerUrl, folder })).rejects.toThrow(
    `The database was made by another version of migration ${first}`,
  )
  expect(await schemaOf(database)).toEqual(finished)
})

test.concurrent('a file that was applied before a mistake in it was mended is the same', async () => {
  const database = await migrated()
  const before = '7d111bb9460d652548353bfe9b237c82e868ac3d5a4e371646711dab01844ef1'
  await database.asOwner(`update schema_migrations set hash = $1 where name = '0048-names-in-any-case.sql'`, [before])
  expect(await migrate({ ownerUrl: database.ownerUrl })).toBe(0)
})

test.concurrent('a failing file leaves nothing of itself, keeps those before it, and can be mended', async () => {
  const database = await migrated()
  const folder = await folderWith({
    '9998-good.sql': 'create table good (a int)',
    '9999-bad.sql': 'create table bad (a int); insert into no_such_table values (1)',
  })
  await expect(migrate({ ownerUrl: database.ownerUrl, folder })).rejects.toThrow(
    /^Migration 9999-bad\.sql failed: .*no_such_table/,
  )
  const tables = await database.asOwner("select tablename from pg_tables where tablename in ('good', 'bad')")
  expect(tables).toEqual([{ tablename: 'good' }])
  await writeFile(join(folder, '9999-bad.sql'), 'create table bad (a int)')
  expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(1)
})

test.concurrent('what PostgreSQL refuses in a transaction can stand in a file of its own', async () => {
  const database = await migrated()
  const index = 'create index concurrently orders_by_source on orders (client_code, source)'
  const folder = await folderWith({ '9999-index.sql': `-- outside a transaction\n${index};\n` })
  expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(1)
  expect(await database.asOwner("select 1 as one from pg_indexes where indexname = 'orders_by_source'")).toEqual([
    { one: 1 },
  ])
})

test.concurrent('a migration gives way to work under way rather than queue everybody up behind it', async () => {
  const database = await migrated()
  await database.asOwner('begin')
  await database.asOwner('select * from orders')
  const folder = await folderWith({ '9999-wide.sql': 'alter table orders add column wide text' })
  await expect(migrate({ ownerUrl: database.ownerUrl, folder })).rejects.toThrow(/lock timeout/)
  await database.asOwner('commit')
  expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(1)
})

test.concurrent('an index is made anew of which a server that ended has left something', async () => {
  const database = await migrated()
  const index = 'create index concurrently orders_by_source on orders (client_code, source)'
  const folder = await folderWith({ '9999-index.sql': `-- outside a transaction\n${index};\n` })
  await database.asOwner('create index orders_by_source on orders (source)')
  expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(1)
  const [made] = await database.asOwner("select indexdef from pg_indexes where indexname = 'orders_by_source'")
  expect(made?.['indexdef']).toContain('(client_code, source)')
})
