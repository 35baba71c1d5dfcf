import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaOf } from '../../testing/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { readDefinitions, readEdition } from './definitions.ts'
import { migrate } from './migrate.ts'

const { functions, triggers } = await readDefinitions()
const opened: TestDatabase[] = []

async function migrated(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  opened.push(database)
  return database
}

let finished: Record<string, unknown>[]
beforeAll(async () => {
  finished = await schemaOf(await migrated())
})
afterAll(async () => {
  for (const database of opened) await database.drop()
})

/** Gives a database definitions that differ from the files. */
const change = (database: TestDatabase) =>
  database.asOwner(`
    create or replace function london_day(at timestamptz) returns date language sql stable return at::date;
    alter function lock_stock set enable_hashjoin = off;
    drop trigger if exists tell_webhooks_of_imported on invoices;
    alter view stock_records reset (security_invoker);
    drop view work_stamps;
    create trigger left_over after insert on orders for each statement execute function append_tagged();
    insert into schema_definitions values ('trigger left_over on orders', 'x', 0);
    update schema_definitions set hash = 'x', edition = 0`)

test('functions, views and triggers get the program’s texts, whatever was there', async () => {
  const database = await migrated()
  await change(database)
  expect(await schemaOf(database)).not.toEqual(finished)
  expect(await migrate({ ownerUrl: database.ownerUrl })).toBe(functions.length + triggers.length)
  expect(await schemaOf(database)).toEqual(finished)
})

test('definitions of a newer program stay', async () => {
  const database = await migrated()
  await change(database)
  const { edition } = await readEdition()
  await database.asOwner("update schema_definitions set edition = $1 where name like 'functions/work%'", [edition + 1])
  const before = await schemaOf(database)
  expect(await migrate({ ownerUrl: database.ownerUrl })).toBe(0)
  expect(await schemaOf(database)).toEqual(before)
})

test('other texts of the same edition stay, and missing definitions are created', async () => {
  const database = await migrated()
  const { edition } = await readEdition()
  await change(database)
  await database.asOwner('update schema_definitions set edition = $1', [edition])
  expect(await migrate({ ownerUrl: database.ownerUrl })).toBe(2)
  const [row] = await database.asOwner("select proconfig::text as settings from pg_proc where proname = 'lock_stock'")
  expect(row?.['settings']).toContain('enable_hashjoin=off')
  const made = await database.asOwner(
    "select 1 from pg_trigger where tgname = 'tell_webhooks_of_imported' union all select 1 from pg_views where viewname = 'work_stamps'",
  )
  expect(made).toHaveLength(2)
})

test('files are read completely, with only comments between triggers, and bodies are valid', async () => {
  const folder = join(import.meta.dirname, '..', 'triggers')
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  const rest = triggers.reduce((text, { sql }) => text.replace(sql.replace(/^drop .*\n/, ''), ''), texts.join('\n'))
  expect(rest.replaceAll(/--.*$/gm, '').trim()).toBe('')
  const database = await migrated()
  // They were created without checking their bodies, because they use one another.
  await database.asOwner(functions.map(({ sql }) => sql).join('\n'))
})

test('every function and view is used', async () => {
  const database = await migrated()
  const found = await database.asOwner(`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace
    union select relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace order by 1`)
  const texts = await textsThatUse()
  const uses = (name: string) => texts.filter((text) => new RegExp(`\\b${name}\\b`).test(text)).length
  expect(found.map(({ name }) => String(name)).filter((name) => uses(name) === 0)).toEqual([])
})

/** The program's texts and the statements of the SQL files, without the names that they define. */
async function textsThatUse(): Promise<string[]> {
  const source = join(import.meta.dirname, '..', '..')
  const files = (await readdir(source, { recursive: true })).filter(
    (name) => /\.(?:ts|sql)$/.test(name) && !name.endsWith('.test.ts') && !/migrations[\\/]before/.test(name),
  )
  const texts = await Promise.all(files.map((name) => readFile(join(source, name), 'utf8')))
  return texts.map((text) =>
    text
      .replaceAll(/create or replace (?:function|procedure|view) \w+/g, '')
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/grant .*$/gm, ''),
  )
}
