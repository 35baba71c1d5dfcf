import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../process/start-error.ts'
import { hashOf } from './apply-file.ts'

const FOLDER = join(import.meta.dirname, '..', 'schema')
/** The migrations between the schema of before and this one, for databases that stand there. They go a release later. */
const BEFORE = join(import.meta.dirname, '..', 'migrations', 'before')

/** What the schema of schema/ is called among the migrations, which come after it. */
export const START = '0834-schema'
/** The schema of before, from which the migrations of BEFORE lead to this one. */
export const START_BEFORE = {
  name: '0632-schema',
  hash: 'a02a6b13a82e96a9fd1e663cf8eabd3fea65591563c299d306e1a92424d61cfa',
}

/** A migration that was applied, with the hash of its text. */
export type Applied = { name: string; hash: string }

/** The tables by area, in the order of the files' names: all in one transaction. */
export async function readSchema(): Promise<string> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  return (await Promise.all(files.map((name) => readFile(join(FOLDER, name), 'utf8')))).join('\n')
}

/** The migrations that led to this schema, in their order, each with its text. */
export async function migrationsBefore(): Promise<{ name: string; sql: string; hash: string }[]> {
  const names = (await readdir(BEFORE)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(BEFORE, name), 'utf8')
      return { name, sql, hash: hashOf(sql) }
    }),
  )
}

/** Whether a database stands at a version from before the schema. The names of those migrations stay when it is brought up to it. */
export const isFromBefore = (applied: readonly Applied[]): boolean =>
  applied.length > 0 && !applied.some(({ name }) => name === START)

/**
 * The migrations of before that a database from before this schema still needs to stand where the schema stands. Throws a
 * StartError that names `what` this is about where it was made by others.
 */
export async function missingOfBefore(
  applied: readonly Applied[],
  what: string,
): Promise<{ name: string; sql: string; hash: string }[]> {
  const found = new Map(applied.map(({ name, hash }) => [name, hash]))
  if (!found.has(START_BEFORE.name))
    throw new StartError(
      `${what} was made by an earlier version of Despatch: bring it up to date with the last version that has the migration ` +
        `${START_BEFORE.name}, by starting that on it once, then use this version.`,
    )
  const before = await migrationsBefore()
  const known = new Map([START_BEFORE, ...before].map(({ name, hash }) => [name, hash]))
  if (applied.some(({ name, hash }) => name < START && known.get(name) !== hash))
    throw new StartError(
      `${what} was made by other migrations than those of Despatch up to ${before.at(-1)?.name}: use the version of the program that made it.`,
    )
  return before.filter(({ name }) => !found.has(name))
}
