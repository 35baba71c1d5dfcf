import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../contract-walk/world.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrate, migrationNames } from '../migrate/migrate.ts'
import { readPreviousMigrations, START, START_BEFORE } from '../migrate/schema.ts'
import { readBackup, readHeader } from './read-backup.ts'
import { refuseOtherVersion, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let world: World
let folder: string
let file: string
const made: TestDatabase[] = []
const report = () => undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'despatch-backup-'))
  file = join(folder, 'portal.backup')
  world = await openWorld()
  const on = world.portal.testDatabase
  // Rows that no user's session shows: their client was deleted.
  await on.asOwner(
    "set app.clients = '{GONE}'; insert into audit (client_code, at, by_name, act, object, request_id) values ('GONE', now(), 'Ada', 'client.changed', 'x', 'y')",
  )
  await on.asOwner("update clients set description = E'a\\ttab, a \\\\ and\\nlines' where client_code = $1", [
    world.ours.client,
  ])
  await writeBackup({ ownerUrl: on.ownerUrl, file, secretMark: 'mark' })
})
afterAll(async () => {
  for (const database of made) await database.drop()
  await world.portal.close()
  await rm(folder, { recursive: true })
})

async function empty(): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true })
  made.push(database)
  return database
}

async function restore(from: string, into?: TestDatabase): Promise<TestDatabase> {
  const database = into ?? (await empty())
  const header = await readHeader(from).catch(() => readHeader(file))
  await restoreBackup({ ownerUrl: database.ownerUrl, file: from, header, report })
  return database
}

/**
 * A checksum of every table, calculated by the database with row-level security off for the owner. Notes of a running server
 * about its queues change every second, and unlogged tables hold only work in progress, so both are left out.
 */
async function contentOf({ ownerUrl }: TestDatabase): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("begin; set local timezone = 'UTC'")
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'jobs') and c.relname !~ '^(queue|queue_stats_.*|warning|bam|schema_(migrations|definitions))$' order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of rows) {
      await client.query(`alter table ${name} no force row level security`)
      const sum = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${name} t`,
      )
      found[name] = sum.rows[0]?.sum ?? ''
    }
    return found
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

/** The schema: constraints, indexes, triggers, row-level security. */
const SCHEMA = `
  select 'constraint' as kind, conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) || condeferrable || convalidated as what from pg_constraint where connamespace in ('public'::regnamespace, 'jobs'::regnamespace)
  union all select 'index', schemaname || '.' || indexname, indexdef from pg_indexes where schemaname in ('public', 'jobs')
  union all select 'trigger', tgrelid::regclass || ' ' || tgname, tgenabled::text from pg_trigger where not tgisinternal
  union all select 'security', oid::regclass::text, concat_ws(' ', relrowsecurity, relforcerowsecurity) from pg_class where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace)
  order by 1, 2, 3`

describe('a restored database', () => {
  let restored: TestDatabase
  beforeAll(async () => {
    restored = await restore(file)
  })

  test('has every row of every table, those of deleted clients too', async () => {
    const before = await contentOf(world.portal.testDatabase)
    expect(await contentOf(restored)).toEqual(before)
    expect(Object.values(before).filter((sum) => !sum.startsWith('0 ')).length).toBeGreaterThan(30)
    const { sums } = await readBackup(file)
    const counts = Object.entries(before).map(([table, sum]) => [table, Number(sum.split(' ')[0])])
    expect(counts).toEqual(
      counts.map(([table]) => [table, (sums.get(`public.${table}`) ?? sums.get(`${table}`))?.rows]),
    )
  })

  test('has the same schema as a new one', async () => {
    const plain = await createTestDatabase()
    made.push(plain)
    const withoutDays = (rows: Record<string, unknown>[]) =>
      rows.filter(({ name }) => !/queue_stats_\d/.test(String(name)))
    expect(withoutDays(await restored.asOwner(SCHEMA))).toEqual(withoutDays(await plain.asOwner(SCHEMA)))
  })

  test('uses no id twice', async () => {
    const highest = 'select max(audit_id)::int as is from audit'
    const [before] = await restored.asOwner(highest)
    const insert =
      "insert into audit (at, by_name, act, object, request_id) values (now(), 'x', 'x', 'x', 'x') returning audit_id::int as is"
    const [next] = await restored.asOwner(insert)
    expect(Number(next?.['is'])).toBeGreaterThan(Number(before?.['is']))
  })

  test('can be backed up with the same content', async () => {
    const again = join(folder, 'again.backup')
    const copy = await restore(file)
    await writeBackup({ ownerUrl: copy.ownerUrl, file: again, secretMark: null })
    expect([...(await readBackup(again)).sums]).toEqual([...(await readBackup(file)).sums])
  })

  test('refuses a second restore', async () => {
    await expect(restore(file, restored)).rejects.toThrow('This database is not empty')
  })
})

describe('a backup', () => {
  test('is readable only by its owner, and replaces no file', async () => {
    const bytes = await readFile(file)
    expect(bytes.subarray(0, 26).toString()).toBe('Despatch backup, format 1\n')
    await expect(writeBackup({ ownerUrl: world.portal.testDatabase.ownerUrl, file, secretMark: null })).rejects.toThrow(
      'is there already',
    )
    expect((await readFile(file)).equals(bytes)).toBe(true)
  })

  test('leaves no file when it is interrupted', async () => {
    const stopped = join(folder, 'stopped.backup')
    const signal = AbortSignal.abort(new Error('Stopped'))
    await expect(
      writeBackup({ ownerUrl: world.portal.testDatabase.ownerUrl, file: stopped, secretMark: null, signal }),
    ).rejects.toThrow()
    await expect(readFile(stopped)).rejects.toThrow('ENOENT')
    await expect(readFile(`${stopped}.unfinished`)).rejects.toThrow('ENOENT')
  })

  test('of a database without a portal is refused', async () => {
    const { ownerUrl } = await empty()
    await expect(writeBackup({ ownerUrl, file: join(folder, 'none.backup'), secretMark: null })).rejects.toThrow(
      'holds no portal',
    )
  })

  test('lets the owner see more only while it is written', async () => {
    const [row] = await world.portal.testDatabase.asOwner(
      "select count(*)::int as seen from audit where client_code = 'GONE'",
    )
    expect(row).toEqual({ seen: 0 })
    const app = new pg.Client({ connectionString: world.portal.testDatabase.appUrl })
    await app.connect()
    await app.query("set app.backup = 'on'")
    expect((await app.query('select from orders')).rowCount).toBe(0)
    await app.end()
  })
})

describe('an incomplete backup is refused, and nothing is restored', () => {
  const damage = async (change: (bytes: Buffer) => Buffer) => {
    const damaged = join(folder, `damaged-${Math.random()}`)
    await writeFile(damaged, change(await readFile(file)))
    return damaged
  }
  const shares = Array.from({ length: 12 }, (_, step) => (step + 1) / 13)

  test.each([...shares, 0.999999])('cut at %f of its length', async (share) => {
    const cut = await damage((bytes) => bytes.subarray(0, Math.floor(bytes.length * share)))
    await expect(readBackup(cut)).rejects.toThrow('is cut short or was altered')
  })
  test.each(shares)('altered at %f of its length', async (share) => {
    const altered = await damage((bytes) => {
      const at = Math.floor(bytes.length * share)
      bytes[at] = (bytes[at] ?? 0) ^ 4
      return bytes
    })
    await expect(readBackup(altered)).rejects.toThrow('is cut short or was altered')
  })
  test('lengthened', async () => {
    const longer = await damage((bytes) => Buffer.concat([bytes, bytes.subarray(26)]))
    await expect(readBackup(longer)).rejects.toThrow('is cut short or was altered')
  })
  test.each([
    ['', 'no backup'],
    ['PGDMP', 'no backup'],
    ['Despatch backup, format 2\nxyz', 'newer Despatch'],
  ])('%j', async (text, words) => {
    await expect(readHeader(await damage(() => Buffer.from(text)))).rejects.toThrow(words)
  })

  test('a restore that fails in the middle leaves a database on which no server starts', async () => {
    const cut = await damage((bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.9)))
    const database = await empty()
    await expect(restore(cut, database)).rejects.toThrow('is cut short')
    expect(await database.asOwner('select count(*)::int as clients from clients')).toEqual([{ clients: 0 }])
    await expect(migrate({ ownerUrl: database.ownerUrl })).rejects.toThrow('was broken off')
    await expect(restore(file, database)).rejects.toThrow('was broken off')
  })
})

test('an interrupted restore ends at once and is rolled back', async () => {
  const { ownerUrl, asOwner } = await empty()
  const stopping = new AbortController()
  const header = await readHeader(file)
  const restoring = restoreBackup({
    ownerUrl,
    file,
    header,
    report: () => stopping.abort(),
    signal: stopping.signal,
  })
  await expect(restoring).rejects.toThrow('Stopped')
  expect(await asOwner('select count(*)::int as clients from clients')).toEqual([{ clients: 0 }])
  await expect(migrate({ ownerUrl })).rejects.toThrow('was broken off')
})

describe('versions', () => {
  test('a backup from before the schema is restored only if it has all earlier migrations', async () => {
    // Its tables are those of the migrations before the schema.
    const on = await createTestDatabase({ empty: true })
    await migrate({ ownerUrl: on.ownerUrl, upTo: START })
    await on.asOwner("insert into clients (client_code, name) values ('OLD', 'Of before')")
    await on.asOwner(`insert into order_deltas (client_code, day, orders, pieces) values ('OLD', '2026-03-01', 1, 2)`)
    await on.asOwner('delete from schema_migrations')
    for (const { name, hash } of [START_BEFORE, ...(await readPreviousMigrations())])
      await on.asOwner('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
    const oldFile = join(folder, 'old.backup')
    await writeBackup({ ownerUrl: on.ownerUrl, file: oldFile, secretMark: null })
    await on.drop()
    const restored = await restore(oldFile)
    const names = await restored.asOwner('select name from schema_migrations order by name')
    expect(names.map(({ name }) => name)).toEqual(await migrationNames())
    expect(await restored.asOwner('select kind, client_code, day::text from stale_days')).toEqual([
      { kind: 'order', client_code: 'OLD', day: '2026-03-01' },
    ])
    const header = await readHeader(oldFile)
    const older = { ...header, migrations: header.migrations.filter(({ name }) => name < '0700') }
    await expect(refuseOtherVersion(older)).rejects.toThrow(
      'This backup was made by an earlier version of Despatch, which had no 0700-refused-rows-of-feed-runs.sql: restore it with that version',
    )
  })

  test('a newer backup, or one with another text of a migration, is refused', async () => {
    const header = await readHeader(file)
    await refuseOtherVersion(header)
    const newer = { ...header, migrations: [...header.migrations, { name: '9999-later.sql', hash: 'x' }] }
    await expect(refuseOtherVersion(newer)).rejects.toThrow(
      'made by a newer version of Despatch (it has 9999-later.sql)',
    )
    const other = { ...header, migrations: header.migrations.map(({ name }) => ({ name, hash: 'x' })) }
    await expect(refuseOtherVersion(other)).rejects.toThrow(`with another ${START}`)
  })
})
