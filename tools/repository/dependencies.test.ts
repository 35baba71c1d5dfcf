import { describe, expect, test } from 'vitest'
import { isTest, type Package, PACKAGES, sources, textOf } from './sources.ts'

/** Packages that npm start runs or builds from. The first start installs only their dependencies. */
const RUNNING: readonly Package[] = ['domain', 'contract', 'server', 'web']

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string> | undefined>
const manifestOf = (folder: string) => JSON.parse(textOf(`${folder}/package.json`)) as Manifest
const { packages } = JSON.parse(textOf('package-lock.json')) as {
  packages: Record<string, { peerDependencies?: Record<string, string> }>
}
const namesIn = (entries: Record<string, string> | undefined) => Object.keys(entries ?? {})

/** The library of an import: for '@mantine/core/styles.css' it is '@mantine/core'. */
const libraryOf = (imported: string) => /^(?:@[^/]+\/)?[^/]+/.exec(imported)?.[0] ?? imported
const isLibrary = (imported: string) => !/^(?:\.|\/|node:|@despatch\/)/.test(imported)

/** Fixtures: folders named testing, and the walk through all calls. */
const isForTests = (source: { path: string }) => isTest(source) || /\/(?:testing|contract-walk)\//.test(source.path)

describe.each(RUNNING)('%s', (folder) => {
  const running = sources.filter((source) => source.path.startsWith(`${folder}/`) && !isForTests(source))
  const { dependencies, optionalDependencies } = manifestOf(folder)
  const installed = [...namesIn(dependencies), ...namesIn(optionalDependencies)]

  test('the first start installs everything that running imports', () => {
    const missing = running.flatMap(({ path, imports }) =>
      imports
        .filter((imported) => isLibrary(imported) && !installed.includes(libraryOf(imported)))
        .map((imported) => `${path}: ${imported}`),
    )
    expect(missing).toEqual([])
  })

  test('the first start does not install what only tests import', () => {
    const peers = new Set(
      namesIn(dependencies).flatMap((name) => {
        const locked = packages[`${folder}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
        return namesIn(locked?.peerDependencies)
      }),
    )
    const isUsed = (name: string) =>
      // Fonts are named rather than imported.
      running.some(({ text }) => text.includes(`'${name}'`) || text.includes(`'${name}/`)) || peers.has(name)
    expect(namesIn(dependencies).filter((name) => !isUsed(name))).toEqual([])
  })
})

test('e2e, bench and tools add nothing to the first start', () => {
  const others = ['.', ...PACKAGES.filter((folder) => !RUNNING.includes(folder))]
  expect(others.flatMap((folder) => namesIn(manifestOf(folder).dependencies))).toEqual([])
})
