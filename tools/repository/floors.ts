import { isTest, type Source } from './sources.ts'

/**
 * The areas of the product, from below: an area imports those before it, never one behind it. A folder of `domain`,
 * `contract`, `server` and `web` that is none of these is what all areas share, or composes them.
 */
export const AREAS = [
  'sign-in',
  'administration',
  'stock',
  'routing',
  'orders',
  'deliveries',
  'returns',
  'invoices',
  'claims',
  'enquiries',
  'reports',
  'feeds',
] as const

/** What areas stand on, in each package. */
export const SHARED: Readonly<Record<string, readonly string[]>> = {
  domain: ['calendar', 'feedback', 'money', 'testing', 'text'],
  contract: ['route'],
  server: ['audit', 'database', 'exports', 'figures', 'files', 'http', 'jobs', 'mail', 'pdf', 'process'],
  web: ['kit'],
}

/** What composes the areas: it may import all of them, and none of them imports it. Files beside the folders do too. */
export const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: [],
  server: ['contract-walk', 'demo', 'testing'],
  web: ['shell', 'testing'],
}

const AREA_FLOOR = 1
const COMPOSITION_FLOOR = AREA_FLOOR + AREAS.length

/** The floor that a file stands on, counted from below; undefined for a file of no layered package. */
export function floorOf(path: string): number | undefined {
  const [, name = '', folder = ''] = /^(\w+)\/src\/(?:([^/]+)\/)?/.exec(path) ?? []
  const shared = SHARED[name]
  if (!shared) return undefined
  if (shared.includes(folder)) return 0
  const area = AREAS.findIndex((one) => one === folder)
  return area < 0 ? COMPOSITION_FLOOR : AREA_FLOOR + area
}

/** Whether a file is held to the floors: a test may import what it likes, and so may what only tests use. */
export const isLayered = (source: Source): boolean =>
  floorOf(source.path) !== undefined &&
  !isTest(source) &&
  !/^(?:server\/src\/(?:contract-walk|testing)|(?:domain|web)\/src\/testing)\//.test(source.path)
