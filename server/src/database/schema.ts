import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../process/start-error.ts'

const FOLDER = join(import.meta.dirname, 'schema')

/** What the schema of schema/ is called among the migrations, which come after it. */
export const START = '0632-schema'

/** A migration that was applied, with the hash of its text. */
export type Applied = { name: string; hash: string }

/** The tables by area, then the functions with their triggers and views: all in one transaction. */
export async function readSchema(): Promise<string> {
  const names = (await readdir(FOLDER, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
  const files = names.filter((name) => name.endsWith('.sql'))
  const isFunction = (name: string) => name.startsWith('functions/')
  // By name, so that each stands after what it is made of.
  const inOrder = [...files.filter((name) => !isFunction(name)).toSorted(), ...files.filter(isFunction).toSorted()]
  return (await Promise.all(inOrder.map((name) => readFile(join(FOLDER, name), 'utf8')))).join('\n')
}

/** The migrations that the schema was made of before the first release, each with the hash of its text. */
export async function migrationsBefore(): Promise<Map<string, string>> {
  const lines = (await readFile(join(FOLDER, 'made-of.txt'), 'utf8')).trim().split(/\r?\n/)
  return new Map(
    lines.map((line) => {
      const [name = '', hash = ''] = line.split(' ')
      return [name, hash]
    }),
  )
}

/** Whether any of what was applied is from before the schema. */
export const isFromBefore = (applied: readonly Applied[]): boolean => applied.some(({ name }) => name < START)

/**
 * What was applied, with the schema (whose hash is given) in place of the migrations that it was made of. Throws a StartError
 * that names `what` this is about where these are not all there as they were last: it has another schema then.
 */
export async function sinceSchema(
  applied: readonly Applied[],
  { what, hash }: { what: string; hash: string },
): Promise<Applied[]> {
  if (!isFromBefore(applied)) return [...applied]
  const before = await migrationsBefore()
  const last = [...before.keys()].at(-1) ?? ''
  const found = new Map(applied.map((one) => [one.name, one.hash]))
  if (!found.has(last))
    throw new StartError(
      `${what} was made by an earlier version of Despatch: bring it up to date with the last version that has the migration ` +
        `${last}, by starting that on it once, then use this version.`,
    )
  const isOther = applied.some(({ name, hash: text }) => name < START && before.get(name) !== text)
  if (isOther || [...before.keys()].some((name) => !found.has(name)))
    throw new StartError(
      `${what} was made by other migrations than those of Despatch up to ${last}: use the version of the program that made it.`,
    )
  return [{ name: START, hash }, ...applied.filter(({ name }) => name > START)]
}
