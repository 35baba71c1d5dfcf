import { isTest, type Source } from './sources.ts'

/**
 * The areas of the product, lowest first: an area may import those before it. Other folders of `domain`, `contract`, `server`
 * and `web` are shared by all areas, or compose them.
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

/** Folders below all areas, in each package. */
export const SHARED: Readonly<Record<string, readonly string[]>> = {
  domain: ['calendar', 'feedback', 'money', 'testing', 'text'],
  contract: ['route'],
  server: ['audit', 'database', 'exports', 'figures', 'files', 'http', 'jobs', 'mail', 'pdf', 'process'],
  web: ['kit'],
}

/** Folders that compose the areas: they may import all of them, and no area imports them. Files directly in src do so too. */
export const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: [],
  server: ['contract-walk', 'demo', 'testing'],
  web: ['shell', 'testing'],
}

const AREA_FLOOR = 1
const COMPOSITION_FLOOR = AREA_FLOOR + AREAS.length

/** The floor of a file, counted from below; undefined outside the layered packages. */
export function floorOf(path: string): number | undefined {
  const [, name = '', folder = ''] = /^(\w+)\/src\/(?:([^/]+)\/)?/.exec(path) ?? []
  const shared = SHARED[name]
  if (!shared) return undefined
  if (shared.includes(folder)) return 0
  const area = AREAS.findIndex((one) => one === folder)
  return area < 0 ? COMPOSITION_FLOOR : AREA_FLOOR + area
}

/** Whether the floors apply to a file: not to tests and what only tests use. */
export const isLayered = (source: Source): boolean =>
  floorOf(source.path) !== undefined &&
  !isTest(source) &&
  !/^(?:server\/src\/(?:contract-walk|testing)|(?:domain|web)\/src\/testing)\//.test(source.path)
