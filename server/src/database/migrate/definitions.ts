import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type ApplyOptions, applyFile, hashOf } from './apply-file.ts'

const EDITION = join(import.meta.dirname, 'edition.json')

/** A text of definitions that is applied as a whole. */
type Definition = { readonly name: string; readonly sql: string; readonly hash: string }

/**
 * The functions and views as one text, since they use one another, then the triggers of each area: a trigger that is made again
 * holds its table for a moment, so only files that changed are applied.
 */
export async function readDefinitions(): Promise<Definition[]> {
  const functions = await readFolder('functions')
  // What a function uses may come in a later file.
  const sql = ['set local check_function_bodies = off;', ...functions.map(({ text }) => text)].join('\n')
  const triggers = (await readFolder('triggers')).map(({ name, text }) => definition(name, text))
  return [definition('functions and views', sql), ...triggers]
}

async function readFolder(folder: string): Promise<{ name: string; text: string }[]> {
  const root = join(import.meta.dirname, '..', folder)
  const names = (await readdir(root, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
  const files = names.filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (name) => ({ name: `${folder}/${name}`, text: await readFile(join(root, name), 'utf8') })),
  )
}

const definition = (name: string, sql: string): Definition => ({ name, sql, hash: hashOf(sql) })

/** The number of these definitions, which grows with each change of them, and the hash of their texts. */
export type Edition = { readonly edition: number; readonly hash: string }

/** The edition as it is written down. Throws where the file is missing or is no JSON. */
export async function readEdition(): Promise<Edition> {
  return JSON.parse(await readFile(EDITION, 'utf8')) as Edition
}

/** The edition that the files are: the next one, where their texts are no longer those that are written down. */
export async function editionOfFiles(): Promise<Edition> {
  const written = await readEdition()
  const hash = hashOf((await readDefinitions()).map(({ sql }) => sql).join('\n'))
  return hash === written.hash ? written : { edition: written.edition + 1, hash }
}

/**
 * Brings functions, views and triggers to the texts of this program: those that changed are applied, each in a transaction.
 * Where a newer program has applied its own already, all are left as they are: in a rolling update servers of two versions work
 * on one database. Gives how many were applied. Throws as applyFile does.
 */
export async function applyDefinitions(client: pg.Client, options: ApplyOptions): Promise<number> {
  await client.query(
    'create table if not exists schema_definitions (name text primary key, hash text not null, edition int not null, applied_at timestamptz not null default now())',
  )
  const { edition } = await readEdition()
  const { rows } = await client.query<{ name: string; hash: string; edition: number }>(
    'select name, hash, edition from schema_definitions',
  )
  if (rows.some((applied) => applied.edition > edition)) {
    options.report?.('functions, views and triggers are those of a newer version, and stay')
    return 0
  }
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
  const changed = (await readDefinitions()).filter(({ name, hash }) => applied.get(name) !== hash)
  for (const { name, sql, hash } of changed)
    await applyFile(client, { name, sql, note: { text: NOTE, values: [name, hash, edition] } }, options)
  return changed.length
}

const NOTE = `insert into schema_definitions (name, hash, edition) values ($1, $2, $3)
  on conflict (name) do update set hash = excluded.hash, edition = excluded.edition, applied_at = now()`
