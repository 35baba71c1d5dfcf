import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@despatch/contract/contract'
import { expect, test } from 'vitest'
import { PACKAGES, root, sources } from './sources.ts'

/** What the product is about, by the same name in every package that has the room. */
const ROOMS =
  'session users roles clients activity carriers capacity parcel-limits prices fixed-routing multi-box allocation orders enquiries parcels delivery-exceptions claims returns invoices stock reports feeds api-keys webhooks'.split(
    ' ',
  )

/** What the rooms of a package share. */
const SHARED: Record<(typeof PACKAGES)[number], readonly string[]> = {
  domain: ['calendar', 'costing', 'feedback', 'money', 'testing', 'text'],
  contract: ['route'],
  server: ['app', 'audit', 'contract-walk', 'database', 'demo', 'jobs', 'mail', 'testing'],
  web: ['app', 'chart', 'feedback', 'form', 'styles', 'table'],
  e2e: ['app', 'support'],
  bench: ['support'],
}

const foldersOf = (name: string) =>
  readdirSync(join(root, name, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

test.each(PACKAGES.map((name) => [name]))('every folder of %s is a room, or one of those that rooms share', (name) => {
  const known = [...ROOMS, ...SHARED[name]]
  expect(foldersOf(name).filter((folder) => !known.includes(folder))).toEqual([])
})

test('every room of the contract is a room, and has one in the server', () => {
  for (const room of Object.keys(contract)) {
    expect(ROOMS).toContain(room)
    expect(foldersOf('server')).toContain(room)
    expect(foldersOf('contract')).toContain(room)
  }
})

test('files are named in small letters with hyphens, and none is a drawer for all that fits nowhere', () => {
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
