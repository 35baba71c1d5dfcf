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

/** One way only: what each package may reach. What measures and what drives a browser may reach all. */
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
const told = (wrong: Arrow[]) => wrong.map(({ from, imported }) => `${from} imports ${imported}`)

test('there are files to look at, and they are understood', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(arrows.filter(({ to }) => to).length).toBeGreaterThan(300)
})

test.each(Object.entries(MAY_REACH))('%s reaches no package but %j', (name, allowed) => {
  const wrong = arrows.filter(({ from, to }) => {
    if (packageOf(from) !== name || !to) return false
    const reached = packageOf(to)
    return !reached || !allowed.includes(reached)
  })
  expect(told(wrong)).toEqual([])
})

test('within a package an import is relative and names the file, across packages it names neither src nor the ending', () => {
  const wrong = arrows.filter(({ from, imported, to }) => {
    // What measures and what drives a browser stands beside the packages and takes hold of any file.
    if (!to || !packageOf(from) || /^(?:e2e|bench)\//.test(from)) return false
    const isRelative = imported.startsWith('.')
    const isWithin = packageOf(from) === packageOf(to)
    if (isRelative !== isWithin) return true
    return isRelative ? !/\.(?:ts|tsx|css|js|mjs|json|svg)(?:\?\w+)?$/.test(imported) : /\.tsx?$|\/src\//.test(imported)
  })
  expect(told(wrong)).toEqual([])
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
    expect(told(wrong)).toEqual([])
  })

  test('it has no clock, no chance, no environment and no I/O: they are arguments', () => {
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

test('every style sheet that is named is there, which no type checker looks at', () => {
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
  expect(told(named.filter(({ to }) => !files.includes(to ?? '')))).toEqual([])
})

test('the browser’s code imports nothing of Node', () => {
  const wrong = arrows.filter(
    ({ source, imported }) => source.path.startsWith('web/src/') && !isTest(source) && imported.startsWith('node:'),
  )
  expect(told(wrong)).toEqual([])
})

test('an import within a package goes down the floors, or stays on its own', () => {
  const layered = arrows.filter(({ source, from, to }) => to && isLayered(source) && packageOf(from) === packageOf(to))
  expect(layered.length).toBeGreaterThan(3000)
  const wrong = layered.filter(({ from, to }) => Number(floorOf(from)) < Number(floorOf(to ?? '')))
  expect(told(wrong)).toEqual([])
})

test('no files import each other in a circle, by whatever kind of import', () => {
  const reached = new Map<string, string[]>()
  for (const { source, from, to } of arrows)
    if (to && isLayered(source)) reached.set(from, [...(reached.get(from) ?? []), to])
  expect(circlesOf(reached)).toEqual([])
})

test('rooms share what the server queries, not its handlers: a room binds handlers of its own area', () => {
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
  expect(told(wrong)).toEqual([])
})

test('a screen is reached through the manifest of its room, by no other screen', () => {
  const wrong = arrows.filter(
    ({ source, from, to }) =>
      // What every list is made of is in the kit, and no screen by itself.
      to?.endsWith('-screen.tsx') &&
      !to.startsWith('web/src/kit/') &&
      !isTest(source) &&
      !from.endsWith('/manifest.ts') &&
      !from.startsWith('web/src/shell/'),
  )
  expect(told(wrong)).toEqual([])
})

test('only tests, and what they share, import what is made for tests', () => {
  const isForTests = (path: string) =>
    /^(?:server\/src\/(?:testing|contract-walk)|(?:domain|web)\/src\/testing)\//.test(path)
  const wrong = arrows.filter(({ source, from, to, imported }) => {
    if (isTest(source) || isForTests(from) || /^(?:e2e|bench|tools)\/|vite(?:st)?\.config\.ts$/.test(from)) return false
    return (to && isForTests(to)) || ['vitest', 'fast-check', 'playwright-core'].includes(imported)
  })
  expect(told(wrong)).toEqual([])
})

/** Each circle of files once, as a list of those in it (Tarjan's strongly connected components). */
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
