import { expect, test } from 'vitest'
import { PACKAGES, textOf } from './sources.ts'

type Locked = { version?: string; resolved?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean }
const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> }
const installed = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link)

test('the lockfile uses only npm’s own registry', () => {
  const foreign = installed.filter(
    ([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(foreign.map(([place]) => place)).toEqual([])
  expect(textOf('.npmrc')).not.toMatch(/registry|_auth|token/i)
})

test('every package is verified by its hash', () => {
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual([])
})

test('every dependency is pinned and locked at that version', () => {
  const wrong: string[] = []
  for (const folder of ['.', ...PACKAGES]) {
    const { name, ...own } = JSON.parse(textOf(`${folder}/package.json`)) as Record<string, Record<string, string>> & {
      name: string
    }
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      for (const [library, version] of Object.entries(own[kind] ?? {})) {
        const locked = packages[`${folder}/node_modules/${library}`] ?? packages[`node_modules/${library}`]
        if (locked?.version !== version)
          wrong.push(`${name}: ${library} ${version}, locked ${locked?.version ?? 'not at all'}`)
      }
  }
  expect(wrong).toEqual([])
})
