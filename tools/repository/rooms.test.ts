import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AREAS, COMPOSED, SHARED } from './floors.ts'
import { filesBeneath, root, sources } from './sources.ts'

const LAYERED = ['domain', 'contract', 'server', 'web'] as const

/** The folders directly in a package's src. */
const foldersOf = (name: string) =>
  readdirSync(join(root, name, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

test.each(LAYERED)('every folder of %s is an area, shared by areas, or composes them', (name) => {
  const known = [...AREAS, ...(SHARED[name] ?? []), ...(COMPOSED[name] ?? [])]
  expect(foldersOf(name).filter((folder) => !known.includes(folder))).toEqual([])
})

test('e2e and bench use the names of the areas, beside folders of their own', () => {
  const own = {
    e2e: ['list', 'shell', 'support', 'windows'],
    bench: ['datasets', 'feeds', 'jobs', 'load', 'growth', 'mixed', 'support'],
  }
  for (const [name, others] of Object.entries(own))
    expect(foldersOf(name).filter((folder) => ![...AREAS, ...others].includes(folder))).toEqual([])
})

test('a folder has at most 30 files', () => {
  const counts = new Map<string, number>()
  for (const path of [...LAYERED, 'e2e', 'bench', 'tools'].flatMap((folder) => filesBeneath(folder))) {
    const folder = path.replace(/\/[^/]+$/, '')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  // Each change of the schema adds a migration.
  counts.delete('server/src/database/migrations')
  counts.delete('server/src/database/migrations/before')
  expect([...counts].filter(([, files]) => files > 30)).toEqual([])
})

test('file names are lower case with hyphens, and none is a catch-all', () => {
  const names = sources.map(({ path }) => path)
  expect(names.filter((path) => !/^[a-z0-9./-]+$/.test(path))).toEqual([])
  expect(
    names.filter(
      (path) =>
        /\/(?:utils?|helpers?|misc|common|shared|index|types?)\.tsx?$/.test(path) &&
        path !== 'contract/src/route/types.ts',
    ),
  ).toEqual([])
})
