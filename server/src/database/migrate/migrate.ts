import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../process/start-error.ts'
import { type ApplyOptions, applyFile, hashOf } from './apply-file.ts'
import { applyDefinitions } from './apply-definitions.ts'
import { KEEP_SESSION_ALIVE } from '../faults/held-transactions.ts'
import { type AppliedMigration, isBeforeSchema, missingPreviousMigrations, readSchema, START } from './schema.ts'

const FOLDER = join(import.meta.dirname, '..', 'migrations')
/** Advisory lock: servers that start at once migrate one after the other. */
const LOCK = 4_186_022_301

/** Migration names in order: the schema, then the files of a folder (migrations/ by default). */
export async function migrationNames(folder = FOLDER): Promise<string[]> {
  return [START, ...(await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()]
}

/** The migrations of this program, with the hash of each text. */
export async function knownMigrations(folder = FOLDER): Promise<Map<string, string>> {
  const names = await migrationNames(folder)
  return new Map(
    await Promise.all(names.map(async (name) => [name, (await readMigration(folder, name)).hash] as const)),
  )
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const sql = name === START ? await readSchema() : await readFile(join(folder, name), 'utf8')
  return { name, sql, hash: hashOf(sql) }
}

type Migration = { readonly name: string; readonly sql: string; readonly hash: string }

const NOTE = 'insert into schema_migrations (name, hash) values ($1, $2)'
async function applyMigration(client: pg.Client, { name, sql, hash }: Migration, options: ApplyOptions): Promise<void> {
  await applyFile(client, { name: `migration ${name}`, sql, note: { text: NOTE, values: [name, hash] } }, options)
  options.report?.(`migration ${name}`)
}

/** A table that exists while a backup is restored: a database that has it is incomplete. */
export const UNFINISHED_RESTORE = 'unfinished_restore'

type MigrateOptions = ApplyOptions & {
  readonly ownerUrl: string
  /** Only for a new database: stop after this migration. */
  readonly upTo?: string
  /** Only for a new database: apply these migrations and nothing else. */
  readonly only?: ReadonlySet<string>
  readonly folder?: string
  readonly isRestoring?: boolean
}

/**
 * Brings a database up to date: applies the schema to an empty one, then each new migration, then functions, views and triggers.
 * Each file runs in one transaction, as the owner. Creates the role `despatch_app` if missing and grants it to the owner.
 *
 * @returns how many files were applied
 * @throws an error if an applied migration has changed since or a file fails (its changes are rolled back); a StartError if the
 *   database is older than the previous schema, or others hold a table for so long that a file cannot be applied
 */
export async function migrate(options: MigrateOptions): Promise<number> {
  const folder = options.folder ?? FOLDER
  const client = new pg.Client({ connectionString: options.ownerUrl })
  await client.connect()
  try {
    await client.query(KEEP_SESSION_ALIVE)
    await takeTurn(client)
    if (!options.isRestoring) await refuseUnfinished(client)
    await makeAppRole(client)
    await client.query(
      'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const applied = new Map((await readApplied(client, options)).map(({ name, hash }) => [name, hash]))
    let count = 0
    for (const name of await migrationNames(folder)) {
      if (options.upTo && name > options.upTo) break
      if (options.only && !options.only.has(name)) continue
      const migration = await readMigration(folder, name)
      const before = applied.get(name)
      if (before === migration.hash) continue
      if (before)
        throw new StartError(
          `The database was made by another version of migration ${name}: use the version of the program that made it, ` +
            'or another database (for the embedded one: another folder in PORTAL_DATA).',
        )
      await applyMigration(client, migration, options)
      count++
    }
    return options.upTo || options.only ? count : count + (await applyDefinitions(client, options))
  } finally {
    await client.end()
  }
}

/** Reads the applied migrations. Brings a database that is older than the schema up to it first. */
async function readApplied(client: pg.Client, options: MigrateOptions): Promise<AppliedMigration[]> {
  const read = async () => (await client.query<AppliedMigration>('select name, hash from schema_migrations')).rows
  const applied = await read()
  if (!isBeforeSchema(applied)) return applied
  for (const before of await missingPreviousMigrations(applied, 'This database'))
    await applyMigration(client, before, options)
  const { hash } = await readMigration(options.folder ?? FOLDER, START)
  await client.query(NOTE, [START, hash])
  return read()
}

/**
 * Waits until no other server migrates. It polls: waiting in a statement would block the other server's `create index
 * concurrently`.
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
