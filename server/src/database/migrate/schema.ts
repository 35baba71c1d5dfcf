import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../process/start-error.ts'
import { hashOf } from './apply-file.ts'

const FOLDER = join(import.meta.dirname, '..', 'schema')
/** Migrations from the previous schema to this one, for older databases. Delete them a release later. */
const PREVIOUS_FOLDER = join(import.meta.dirname, '..', 'migrations', 'before')

/** The name of the schema among the migrations that follow it. */
export const START = '0834-schema'
/** The previous schema, to which the migrations of PREVIOUS_FOLDER apply. */
export const START_BEFORE = {
  name: '0632-schema',
  hash: 'a02a6b13a82e96a9fd1e663cf8eabd3fea65591563c299d306e1a92424d61cfa',
}

/** An applied migration with the hash of its text. */
export type AppliedMigration = { name: string; hash: string }

/** The schema's files in order of name, as one text: they are applied in one transaction. */
export async function readSchema(): Promise<string> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  return (await Promise.all(files.map((name) => readFile(join(FOLDER, name), 'utf8')))).join('\n')
}

/** The migrations from the previous schema to this one, in order, with their texts. */
export async function readPreviousMigrations(): Promise<{ name: string; sql: string; hash: string }[]> {
  const names = (await readdir(PREVIOUS_FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(PREVIOUS_FOLDER, name), 'utf8')
      return { name, sql, hash: hashOf(sql) }
    }),
  )
}

/** Whether a database has a version before this schema. Its old migrations stay recorded after the update. */
export const isBeforeSchema = (applied: readonly AppliedMigration[]): boolean =>
  applied.length > 0 && !applied.some(({ name }) => name === START)

/**
 * The earlier migrations that a database still needs to reach this schema. Throws a StartError if other migrations made it.
 *
 * @param what the database or backup, for the error message
 */
export async function missingPreviousMigrations(
  applied: readonly AppliedMigration[],
  what: string,
): Promise<{ name: string; sql: string; hash: string }[]> {
  const found = new Map(applied.map(({ name, hash }) => [name, hash]))
  if (!found.has(START_BEFORE.name))
    throw new StartError(
      `${what} was made by an earlier version of Despatch: bring it up to date with the last version that has the migration ` +
        `${START_BEFORE.name}, by starting that on it once, then use this version.`,
    )
  const before = await readPreviousMigrations()
  const known = new Map([START_BEFORE, ...before].map(({ name, hash }) => [name, hash]))
  if (applied.some(({ name, hash }) => name < START && known.get(name) !== hash))
    throw new StartError(
      `${what} was made by other migrations than those of Despatch up to ${before.at(-1)?.name}: use the version of the program that made it.`,
    )
  return before.filter(({ name }) => !found.has(name))
}
