import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate, migrationNames } from './migrate.ts'
import { migrationsBefore, START } from './schema.ts'

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

/** A copy of our migrations, with more files, or others in their place; or these files alone. */
async function folderWith(files: Record<string, string>, areAll = false): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'despatch-migrations-'))
  folders.push(folder)
  if (!areAll) await cp(ours, folder, { recursive: true })
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return folder
}

/** All that a schema is, as rows to compare: columns, constraints, indexes, policies, functions, views, triggers, rights. */
async function schemaOf(on: TestDatabase): Promise<Record<string, unknown>[]> {
  return on.asOwner(`
    select 'column' as kind, table_name || '.' || column_name as name, concat_ws(' ', data_type, is_nullable, column_default, is_identity, collation_name) as what
      from information_schema.columns where table_schema = 'public'
    union all select 'constraint', conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'policy', tablename || ' ' || policyname, concat_ws(' ', cmd, qual, with_check) from pg_policies
    union all select 'security', relname, concat_ws(' ', relpersistence, relrowsecurity, relforcerowsecurity) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    union all select 'function', oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'view', viewname, definition from pg_views where schemaname = 'public'
    union all select 'trigger', tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'jobs.%'
    union all select 'right', table_name || ' ' || grantee, privilege_type from information_schema.role_table_grants where grantee = 'despatch_app'
      -- The queues' figures have a table for each day.
      and table_name !~ '^queue_stats_[0-9]{8}$'
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

/** A database that the migrations from before the schema made, as far as `upTo`: what it stands at is only written there. */
async function fromBefore(upTo = '9999'): Promise<TestDatabase> {
  const database = await migrated()
  await database.asOwner('delete from schema_migrations where name = $1', [START])
  for (const [name, hash] of await migrationsBefore())
    if (name <= upTo) await database.asOwner('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
  return database
}

// The sum of what those gave when they were taken out, but for what docs/decisions/0134 names: a database that stands at the
// last of them goes on from here.
test('the schema is what the migrations before it made', async () => {
  const database = await empty()
  await migrate({ ownerUrl: database.ownerUrl, upTo: START })
  const rows = (await schemaOf(database)).map((row) => Object.values(row).join(' | '))
  expect(rows).toHaveLength(4846)
  expect(createHash('sha256').update(rows.join('\n')).digest('hex')).toBe(
    '237494de0917c2d01bf65de07d689e8371fc832638701292a684e7693e9fa8c3',
  )
})

test('a database that has all of the migrations before the schema goes on from it', async () => {
  const database = await fromBefore()
  await database.asOwner('delete from schema_migrations where name > $1', [START])
  const folder = await folderWith({ '9999-more.sql': 'create table more (a int)' }, true)
  expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(1)
  expect(await database.asOwner('select name from schema_migrations order by 1')).toEqual([
    { name: START },
    { name: '9999-more.sql' },
  ])
  expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(0)
})

// Those of before the schema that came before this one are no longer named.
test.each(['0400', '0075-schema', ''])(
  'one that stands at %j is left as it is, and told which version to use first',
  async (upTo) => {
    const database = await fromBefore(upTo)
    if (upTo === '')
      await database.asOwner(
        "insert into schema_migrations (name, hash) values ('0001-foundation.sql', 'x'), ('0075-invoice-sums.sql', 'y')",
      )
    const before = await database.asOwner('select name from schema_migrations order by 1')
    await expect(migrate({ ownerUrl: database.ownerUrl })).rejects.toThrow(
      'This database was made by an earlier version of Despatch: bring it up to date with the last version that has the migration 0631-receipts-of-ratings-checked.sql',
    )
    expect(await database.asOwner('select name from schema_migrations order by 1')).toEqual(before)
  },
)

test('one that has others of the same names is refused', async () => {
  const database = await fromBefore()
  await database.asOwner("update schema_migrations set hash = 'x' where name like '0100%'")
  await expect(migrate({ ownerUrl: database.ownerUrl })).rejects.toThrow('was made by other migrations than those')
})

test.concurrent('a second time nothing is applied, nor on Windows line ends', async () => {
  const database = await migrated()
  expect(await migrate({ ownerUrl: database.ownerUrl })).toBe(0)
  const sql = '-- Two lines.\ncreate table ends (a int);\n'
  const folder = await folderWith({ '9999-ends.sql': sql })
  expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(1)
  await writeFile(join(folder, '9999-ends.sql'), sql.replaceAll('\n', '\r\n'))
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
  const folder = await folderWith({ '9998-first.sql': 'select 1' })
  await migrate({ ownerUrl: database.ownerUrl, folder })
  for (const [name, sql] of [
    ['9998-first.sql', 'select 2'],
    ['9999-more.sql', 'create table more (a int)'],
  ] as const)
    await writeFile(join(folder, name), sql)
  await expect(migrate({ ownerUrl: database.ownerUrl, folder })).rejects.toThrow(
    'The database was made by another version of migration 9998-first.sql',
  )
  expect(await schemaOf(database)).toEqual(finished)
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

test.concurrent('a migration gives way to work under way rather than queue everyone up behind it', async () => {
  const database = await migrated()
  await database.asOwner('begin')
  await database.asOwner('select * from orders')
  const folder = await folderWith({ '9999-wide.sql': 'alter table orders add column wide text' })
  const lockPatience = { timeoutMs: 50, pauseMs: 1, tries: 3 }
  await expect(migrate({ ownerUrl: database.ownerUrl, folder, lockPatience })).rejects.toThrow(
    'Migration 9999-wide.sql was tried 3 times, and others held its tables each time (lock timeout).',
  )
  // It waits for work that ends meanwhile.
  const said: string[] = []
  const report = (line: string) => {
    said.push(line)
    if (said.length === 2) ended = database.asOwner('commit')
  }
  let ended: Promise<unknown> | undefined
  expect(
    await migrate({ ownerUrl: database.ownerUrl, folder, lockPatience: { ...lockPatience, tries: 1000 }, report }),
  ).toBe(1)
  await ended
  expect(said.slice(0, 2)).toEqual(
    Array.from({ length: 2 }, () => 'migration 9999-wide.sql waits: others hold its tables'),
  )
  expect(said.at(-1)).toBe('migration 9999-wide.sql')
})

test.concurrent('an index is made again of which a server that ended has left something', async () => {
  const database = await migrated()
  const index = 'create index concurrently orders_by_source on orders (client_code, source)'
  const folder = await folderWith({ '9999-index.sql': `-- outside a transaction\n${index};\n` })
  await database.asOwner('create index orders_by_source on orders (source)')
  expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(1)
  const [made] = await database.asOwner("select indexdef from pg_indexes where indexname = 'orders_by_source'")
  expect(made?.['indexdef']).toContain('(client_code, source)')
})
