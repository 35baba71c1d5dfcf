import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { endWhenIdle, KEEP_SESSION_ALIVE, MAX_IDLE_MS } from './faults/held-transactions.ts'
import { type Applied, isFromBefore, readSchema, sinceSchema, START } from './schema.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
/** Two servers that start at once take turns. */
const LOCK = 4_186_022_301

/** A file that begins so is one statement that PostgreSQL refuses in a transaction: create index concurrently. */
const OUTSIDE = '-- outside a transaction'

/** The migrations in the order they are applied: the schema, then the files of a folder (migrations/ unless told), by name. */
export async function migrationNames(folder = FOLDER): Promise<string[]> {
  return [START, ...(await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()]
}

/** Each migration that this version of the program has, with the hash of its text. */
export async function knownMigrations(folder = FOLDER): Promise<Map<string, string>> {
  const names = await migrationNames(folder)
  return new Map(
    await Promise.all(names.map(async (name) => [name, (await readMigration(folder, name)).hash] as const)),
  )
}

async function readMigration(folder: string, name: string): Promise<{ sql: string; hash: string }> {
  const sql = name === START ? await readSchema() : await readFile(join(folder, name), 'utf8')
  return { sql, hash: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
}

/** How long a migration waits for a lock, and how often it is tried again. For tests other than usual. */
type LockPatience = { readonly timeoutMs: number; readonly pauseMs: number; readonly tries: number }
/** In a rolling update servers of the version before work on: their transactions end within some seconds. */
const LOCK_PATIENCE: LockPatience = { timeoutMs: 5000, pauseMs: 2000, tries: 6 }
/** Lock not available, and deadlock: work under way had what the migration needs. */
const HELD_BY_OTHERS: ReadonlySet<string | undefined> = new Set(['55P03', '40P01'])

/** A table that is there while a backup is restored: a database that has it is not whole. */
export const UNFINISHED_RESTORE = 'unfinished_restore'

/**
 * Brings the schema up to date: the schema, where there is none, then each new file of migrations/ (or another folder), as far
 * as `upTo` where that is given (or those named in `only`), each in one transaction, as the owner. Makes the role `despatch_app`
 * where it is missing (and lets the owner take it on). Gives how many were applied. Throws when an applied file has changed
 * since, when a file fails (nothing of that file is kept), or a StartError where the database was last used by a version from
 * before the schema, or where others hold a table for so long that a file cannot be applied.
 */
export async function migrate(given: {
  ownerUrl: string
  report?: (line: string) => void
  upTo?: string
  only?: ReadonlySet<string>
  folder?: string
  isRestoring?: boolean
  lockPatience?: LockPatience
}): Promise<number> {
  const folder = given.folder ?? FOLDER
  const client = new pg.Client({ connectionString: given.ownerUrl })
  await client.connect()
  try {
    await client.query(KEEP_SESSION_ALIVE)
    await takeTurn(client)
    if (!given.isRestoring) await refuseUnfinished(client)
    await makeAppRole(client)
    await client.query(
      'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const applied = new Map((await readApplied(client, folder)).map(({ name, hash }) => [name, hash]))
    let count = 0
    for (const name of await migrationNames(folder)) {
      if (given.upTo && name > given.upTo) break
      if (given.only && !given.only.has(name)) continue
      const { sql, hash } = await readMigration(folder, name)
      const before = applied.get(name)
      if (before === hash) continue
      if (before)
        throw new StartError(
          `The database was made by another version of migration ${name}: use the version of the program that made it, ` +
            'or another database (for the embedded one: another folder in PORTAL_DATA).',
        )
      await applyPatiently(client, { name, sql, hash }, given)
      given.report?.(`migration ${name}`)
      count++
    }
    return count
  } finally {
    await client.end()
  }
}

/** What was applied; a database that the migrations of before the schema made is from now on one that the schema made. */
async function readApplied(client: pg.Client, folder: string): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select name, hash from schema_migrations')
  if (!isFromBefore(rows)) return rows
  const { hash } = await readMigration(folder, START)
  const applied = await sinceSchema(rows, { what: 'This database', hash })
  const kept = applied.map(({ name }) => name)
  await client.query('begin')
  await client.query('delete from schema_migrations where name <> all ($1)', [kept])
  await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [START, hash])
  await client.query('commit')
  return applied
}

/**
 * Waits until no other server migrates. It asks again and again: one that waited within a statement would keep that
 * other's `create index concurrently` waiting for it.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCK])
    if (rows[0]?.got) return
    await sleep(100)
  }
}

async function refuseUnfinished(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [UNFINISHED_RESTORE])
  if (rows[0]?.is)
    throw new StartError(
      'A restore into this database was broken off, and it holds nothing whole: take a new folder (PORTAL_DATA) or a new database, and restore again.',
    )
}

type Migration = { readonly name: string; readonly sql: string; readonly hash: string }

/** Applies a migration, again and again while others hold a table that it needs. */
async function applyPatiently(
  client: pg.Client,
  migration: Migration,
  {
    report,
    lockPatience: { timeoutMs, pauseMs, tries } = LOCK_PATIENCE,
  }: Pick<Parameters<typeof migrate>[0], 'report' | 'lockPatience'>,
): Promise<void> {
  const { name } = migration
  for (let tried = 1; ; tried++) {
    try {
      return await apply(client, migration, timeoutMs)
    } catch (error) {
      if (!(error instanceof Error) || !HELD_BY_OTHERS.has((error.cause as { code?: string } | undefined)?.code))
        throw error
      if (tried >= tries)
        throw new StartError(
          `Migration ${name} was tried ${tries} times, and others held its tables each time (lock timeout). Start again when less is going on, or end long transactions in the database first.`,
        )
      report?.(`migration ${name} waits: others hold its tables`)
      await sleep(pauseMs)
    }
  }
}

async function apply(client: pg.Client, { name, sql, hash }: Migration, lockTimeoutMs: number): Promise<void> {
  const record = () => client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
  try {
    if (sql.startsWith(OUTSIDE)) {
      // One by one: several statements sent at once are a transaction.
      for (const statement of sql.split(/;\n/).filter((text) => text.trim() !== '')) {
        await clearRemains(client, statement)
        await client.query(statement)
      }
      await record()
      return
    }
    await client.query('begin')
    // A migration that cannot have its lock at once gives way to the work under way, rather than queue everyone up.
    await client.query(`set local lock_timeout = ${lockTimeoutMs}; ${endWhenIdle(MAX_IDLE_MS)}`)
    await client.query(sql)
    await record()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** What stands of an index: a server that ended while it was made leaves one that is invalid, and in the way. */
async function clearRemains(client: pg.Client, sql: string): Promise<void> {
  const made = /^create (?:unique )?index concurrently (\w+) on/m.exec(sql)?.[1]
  if (made) await client.query(`drop index concurrently if exists ${made}`)
}

async function makeAppRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean; member: boolean }>(
    `select exists (select from pg_roles where rolname = 'despatch_app') as exists,
            coalesce((select pg_has_role(current_user, oid, 'usage') from pg_roles where rolname = 'despatch_app'), false) as member`,
  )
  try {
    if (!rows[0]?.exists) await client.query('create role despatch_app nologin nosuperuser nobypassrls')
    if (!rows[0]?.member) await client.query('grant despatch_app to current_user')
  } catch (error) {
    throw new Error(
      `The database has no role despatch_app that its user may take on, and the user may not make it. ` +
        `As an administrator of the database: create role despatch_app; grant despatch_app to <that user>;`,
      { cause: error },
    )
  }
}
