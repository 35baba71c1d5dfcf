import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { schemaOf, tablesOf } from '../../testing/catalogue.ts'
import { readDefinitions } from './definitions.ts'
import { migrate, migrationNames } from './migrate.ts'
import { readPreviousMigrations, START, START_BEFORE } from './schema.ts'

const ours = join(import.meta.dirname, '..', 'migrations')
const names = await migrationNames()
const { functions, triggers } = await readDefinitions()
const opened: TestDatabase[] = []
const folders: string[] = []

/** An empty database. */
async function empty(): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true })
  opened.push(database)
  return database
}

/** A database with all migrations applied. */
async function migrated(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  opened.push(database)
  return database
}

/** A copy of our migrations with these files added or replaced, or only these files. */
async function folderWith(files: Record<string, string>, areAll = false): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'despatch-migrations-'))
  folders.push(folder)
  if (!areAll) await cp(ours, folder, { recursive: true })
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return folder
}

let finished: Record<string, unknown>[]
beforeAll(async () => {
  finished = await schemaOf(await migrated())
})
afterAll(async () => {
  for (const database of opened) await database.drop()
  for (const folder of folders) await rm(folder, { recursive: true })
})

test('all migrations are applied to an empty database, in order, and reported', async () => {
  const database = await empty()
  const reported: string[] = []
  await migrate({ ownerUrl: database.ownerUrl, report: (line) => reported.push(line) })
  expect(reported).toEqual([...names.map((name) => `migration ${name}`), 'functions and views', 'triggers'])
  expect(await schemaOf(database)).toEqual(finished)
  expect(finished.length).toBeGreaterThan(100)
})

// A hash of the tables from the time when the schema replaced the migrations: a database at the last of them continues with it.
test('the schema has the same tables as the migrations before it', async () => {
  const database = await empty()
  await migrate({ ownerUrl: database.ownerUrl, upTo: START })
  const rows = (await tablesOf(database)).map((row) => Object.values(row).join(' | '))
  expect(rows).toHaveLength(4800)
  expect(createHash('sha256').update(rows.join('\n')).digest('hex')).toBe(
    'b7f42a85c9c1968b13b6a891cb2f1527fc2c7031d6b5d2af7835607cdd718a59',
  )
})

describe('a database from before the schema', () => {
  /** A database whose records claim the previous schema and the migrations after it, up to `upTo`. */
  async function fromBefore(upTo = '9999'): Promise<TestDatabase> {
    const database = await migrated()
    await database.asOwner('delete from schema_migrations')
    for (const { name, hash } of [START_BEFORE, ...(await readPreviousMigrations())])
      if (name <= upTo)
        await database.asOwner('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
    return database
  }
  const migrationsOf = async (database: TestDatabase) =>
    (await database.asOwner('select name from schema_migrations order by 1')).map(({ name }) => String(name))

  test('with all of its migrations continues from the schema', async () => {
    const database = await fromBefore()
    const folder = await folderWith({ '9999-more.sql': 'create table more (a int)' }, true)
    expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(1)
    expect((await migrationsOf(database)).slice(-2)).toEqual([START, '9999-more.sql'])
    expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(0)
  })

  test('gets its missing migrations first', async () => {
    const database = await fromBefore('0832-parcels-within-days-again.sql')
    await database.asOwner(
      // Removes or adds what the missing migrations change.
      "drop table job_runs; create procedure count_parcels_again() language sql as ''; create function wait_for_changes_of(regclass[]) returns void language sql as ''",
    )
    const reported: string[] = []
    const folder = await folderWith({}, true)
    await migrate({ ownerUrl: database.ownerUrl, folder, report: (line) => reported.push(line) })
    expect(reported[0]).toBe('migration 0833-what-moved-rows-of-before.sql')
    expect(await migrationsOf(database)).toContain(START)
  })

  test.each([['0400-any.sql'], ['0632-schema']])('%j with another text is refused and left unchanged', async (name) => {
    const database = await migrated()
    await database.asOwner('delete from schema_migrations')
    await database.asOwner("insert into schema_migrations (name, hash) values ($1, 'x')", [name])
    await expect(migrate({ ownerUrl: database.ownerUrl })).rejects.toThrow(
      name === START_BEFORE.name
        ? 'was made by other migrations than those'
        : 'by an earlier version of Despatch: bring it up to date with the last version that has the migration 0632-schema',
    )
    expect(await migrationsOf(database)).toEqual([name])
  })
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
  expect(counts.toSorted()).toEqual([0, 0, names.length + functions.length + triggers.length])
  expect(await schemaOf(database)).toEqual(finished)
})

test.concurrent('a file that changed after it was applied is refused, with all later ones', async () => {
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

test.concurrent('a failing file is rolled back, earlier ones stay, and it can be corrected', async () => {
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

test.concurrent('a file may hold statements that cannot run in a transaction', async () => {
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
  // It waits until other work has ended.
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

test.concurrent('an index that a server left unfinished is created again', async () => {
  const database = await migrated()
  const index = 'create index concurrently orders_by_source on orders (client_code, source)'
  const folder = await folderWith({ '9999-index.sql': `-- outside a transaction\n${index};\n` })
  await database.asOwner('create index orders_by_source on orders (source)')
  expect(await migrate({ ownerUrl: database.ownerUrl, folder })).toBe(1)
  const [made] = await database.asOwner("select indexdef from pg_indexes where indexname = 'orders_by_source'")
  expect(made?.['indexdef']).toContain('(client_code, source)')
})
