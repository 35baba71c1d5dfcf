import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf } from './apply-file.ts'

/** SQL that creates functions and views, or a trigger, and can be applied repeatedly. */
export type Definition = {
  /** 'functions/stock/reserve.sql', or 'trigger draw_for_lines on order_lines'. */
  readonly name: string
  readonly sql: string
  readonly hash: string
  /** Names of the functions and views, or the trigger's `name`. */
  readonly makes: readonly string[]
}

const IN_FUNCTIONS = /create or replace (?:function|procedure|view) (\w+)/g
const IN_TRIGGERS = /create (?:or replace |(constraint) )trigger (\w+)[^;]*?\bon (\w+)[^;]*;/g

/** Reads functions and views by file, sorted by name, and each trigger separately. */
export async function readDefinitions(): Promise<{ functions: Definition[]; triggers: Definition[] }> {
  const functions = (await readFolder('functions')).map(({ name, text }) =>
    definition(
      name,
      text,
      [...text.matchAll(IN_FUNCTIONS)].map(([, made = '']) => made),
    ),
  )
  const triggers = (await readFolder('triggers')).flatMap(({ text }) =>
    [...text.matchAll(IN_TRIGGERS)].map(([create, constraint, trigger, table]) => {
      const name = `trigger ${trigger} on ${table}`
      // PostgreSQL cannot replace a constraint trigger.
      const sql = constraint ? `drop trigger if exists ${trigger} on ${table};\n${create}` : create
      return definition(name, sql, [name])
    }),
  )
  return { functions, triggers }
}

async function readFolder(folder: string): Promise<{ name: string; text: string }[]> {
  const root = join(import.meta.dirname, '..', folder)
  const names = (await readdir(root, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
  const files = names.filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (name) => ({ name: `${folder}/${name}`, text: await readFile(join(root, name), 'utf8') })),
  )
}

const definition = (name: string, sql: string, makes: readonly string[]): Definition => ({
  name,
  sql,
  hash: hashOf(sql),
  makes,
})

/** A number that grows with every change of the definitions, and their common hash. */
export type Edition = { readonly edition: number; readonly hash: string }

/** The edition in edition.json. Throws if the file is missing or not JSON. */
export async function readEdition(): Promise<Edition> {
  return JSON.parse(await readFile(join(import.meta.dirname, 'edition.json'), 'utf8')) as Edition
}

/** The edition of the current files: the next number if their texts differ from edition.json. */
export async function editionOfFiles(): Promise<Edition> {
  const written = await readEdition()
  const { functions, triggers } = await readDefinitions()
  const hash = hashOf([...functions, ...triggers].map((one) => `${one.name} ${one.hash}`).join('\n'))
  return hash === written.hash ? written : { edition: written.edition + 1, hash }
}
