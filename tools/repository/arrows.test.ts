import { Visitor } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { floorOf, isLayered } from './floors.ts'
import {
  filesBeneath,
  isTest,
  type Package,
  packageOf,
  roomOf,
  type Source,
  sources,
  targetOf,
  textOf,
} from './sources.ts'

/** Which packages each package may import. bench and e2e may import all. */
const MAY_REACH: Record<Package, readonly Package[]> = {
  domain: ['domain'],
  contract: ['contract', 'domain'],
  server: ['server', 'contract', 'domain'],
  web: ['web', 'contract', 'domain'],
  e2e: ['e2e', 'web', 'server', 'contract', 'domain'],
  bench: ['bench', 'e2e', 'web', 'server', 'contract', 'domain'],
}

type Arrow = { from: string; imported: string; to: string | undefined }
const arrows: (Arrow & { source: Source })[] = sources.flatMap((source) =>
  source.imports.map((imported) => ({ source, from: source.path, imported, to: targetOf(source.path, imported) })),
)
const list = (wrong: Arrow[]) => wrong.map(({ from, imported }) => `${from} imports ${imported}`)

test('there are source files, and their imports are understood', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(arrows.filter(({ to }) => to).length).toBeGreaterThan(300)
})

test.each(Object.entries(MAY_REACH))('%s imports no package but %j', (name, allowed) => {
  const wrong = arrows.filter(({ from, to }) => {
    if (packageOf(from) !== name || !to) return false
    const reached = packageOf(to)
    return !reached || !allowed.includes(reached)
  })
  expect(list(wrong)).toEqual([])
})

test('imports within a package are relative with an ending; across packages without src and ending', () => {
  const wrong = arrows.filter(({ from, imported, to }) => {
    // e2e and bench are outside the packages and may import any file.
    if (!to || !packageOf(from) || /^(?:e2e|bench)\//.test(from)) return false
    const isRelative = imported.startsWith('.')
    const isWithin = packageOf(from) === packageOf(to)
    if (isRelative !== isWithin) return true
    return isRelative ? !/\.(?:ts|tsx|css|js|mjs|json|svg)(?:\?\w+)?$/.test(imported) : /\.tsx?$|\/src\//.test(imported)
  })
  expect(list(wrong)).toEqual([])
})

describe.each(['domain', 'contract'] as const)('%s is pure', (name) => {
  const own = JSON.parse(textOf(`${name}/package.json`)) as { dependencies?: Record<string, string> }
  const libraries = Object.keys(own.dependencies ?? {})
  const files = sources.filter(
    (source) => packageOf(source.path) === name && roomOf(source.path) !== 'testing' && !isTest(source),
  )

  test(`it imports no library but ${libraries.join(', ')}, and nothing of Node`, () => {
    const wrong = arrows.filter(
      ({ source, imported, to }) => files.includes(source) && !to && !libraries.includes(imported),
    )
    expect(list(wrong)).toEqual([])
  })

  test('it has no clock, randomness, environment or I/O: they are arguments', () => {
    const wrong: string[] = []
    for (const { path, program, text } of files) {
      const tell = (node: { start: number; end: number }) => wrong.push(`${path}: ${text.slice(node.start, node.end)}`)
      new Visitor({
        NewExpression(node) {
          if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
            tell(node)
        },
        MemberExpression(node) {
          if (
            /^(?:Date\.now|Math\.random|performance\.|process\.|crypto\.|localStorage\.)/.test(
              text.slice(node.start, node.end),
            )
          )
            tell(node)
        },
        CallExpression(node) {
          if (
            node.callee.type === 'Identifier' &&
            ['fetch', 'setTimeout', 'setInterval', 'require'].includes(node.callee.name)
          )
            tell(node)
        },
      }).visit(program)
    }
    expect(wrong).toEqual([])
  })
})

test('every imported style sheet exists, which no type checker verifies', () => {
  const files = filesBeneath('web/src')
  const composed = files
    .filter((from) => from.endsWith('.css'))
    .flatMap((from) =>
      [...textOf(from).matchAll(/ from '(?<imported>\.[^']+)'/g)].flatMap(({ groups }) => {
        const imported = groups?.['imported'] ?? ''
        return { from, imported, to: targetOf(from, imported) }
      }),
    )
  const named = [...arrows, ...composed].filter(({ from, to }) => packageOf(from) === 'web' && to?.endsWith('.css'))
  expect(named.length).toBeGreaterThan(100)
  expect(list(named.filter(({ to }) => !files.includes(to ?? '')))).toEqual([])
})

test('the browser’s code imports nothing of Node', () => {
  const wrong = arrows.filter(
    ({ source, imported }) => source.path.startsWith('web/src/') && !isTest(source) && imported.startsWith('node:'),
  )
  expect(list(wrong)).toEqual([])
})

test('an import within a package stays on its floor or goes down', () => {
  const layered = arrows.filter(({ source, from, to }) => to && isLayered(source) && packageOf(from) === packageOf(to))
  expect(layered.length).toBeGreaterThan(3000)
  const wrong = layered.filter(({ from, to }) => Number(floorOf(from)) < Number(floorOf(to ?? '')))
  expect(list(wrong)).toEqual([])
})

test('no files import each other in a circle, with any kind of import', () => {
  const reached = new Map<string, string[]>()
  for (const { source, from, to } of arrows)
    if (to && isLayered(source)) reached.set(from, [...(reached.get(from) ?? []), to])
  expect(circlesOf(reached)).toEqual([])
})

test('a room binds handlers of its own area only; rooms share queries, not handlers', () => {
  const isRoutes = (path: string) => /^server\/src\/.+\/routes\.ts$/.test(path)
  const areaOf = (path: string) => roomOf(path)?.split('/')[0]
  const handlers = new Map<string, string | undefined>()
  for (const { from, to } of arrows)
    if (to && isRoutes(from) && packageOf(to) === 'server' && areaOf(to) !== 'http') handlers.set(to, areaOf(from))
  expect(handlers.size).toBeGreaterThan(10)
  expect([...handlers].filter(([handler, area]) => areaOf(handler) !== area)).toEqual([])
  const wrong = arrows.filter(
    ({ source, from, to }) =>
      to && handlers.has(to) && packageOf(from) === 'server' && areaOf(from) !== handlers.get(to) && !isTest(source),
  )
  expect(list(wrong)).toEqual([])
})

test('a screen is imported by the manifest of its room, not by other screens', () => {
  const wrong = arrows.filter(
    ({ source, from, to }) =>
      // Parts of every list are in the kit, and no screens.
      to?.endsWith('-screen.tsx') &&
      !to.startsWith('web/src/kit/') &&
      !isTest(source) &&
      !from.endsWith('/manifest.ts') &&
      !from.startsWith('web/src/shell/'),
  )
  expect(list(wrong)).toEqual([])
})

test('only tests and their shared code import what is made for tests', () => {
  const isForTests = (path: string) =>
    /^(?:server\/src\/(?:testing|contract-walk)|(?:domain|web)\/src\/testing)\//.test(path)
  const wrong = arrows.filter(({ source, from, to, imported }) => {
    if (isTest(source) || isForTests(from) || /^(?:e2e|bench|tools)\/|vite(?:st)?\.config\.ts$/.test(from)) return false
    return (to && isForTests(to)) || ['vitest', 'fast-check', 'playwright-core'].includes(imported)
  })
  expect(list(wrong)).toEqual([])
})

/** Each circle of files once, as a list of its files (Tarjan's strongly connected components). */
function circlesOf(reached: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    const own = order.size
    order.set(file, own)
    open.push(file)
    let low = own
    for (const next of reached.get(file) ?? []) {
      const known = order.get(next)
      if (known === undefined) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, known)
    }
    if (low === own) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle)
    }
    return low
  }
  for (const file of reached.keys()) if (!order.has(file)) visit(file)
  return circles
}
