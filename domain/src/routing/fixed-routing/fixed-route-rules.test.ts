import { expect, test } from 'vitest'
import {
  equalRoute,
  equalRouteText,
  type RouteReferences,
  routeProblems,
  type RouteTerms,
} from './fixed-route-rules.ts'

const known: RouteReferences = {
  skus: new Set(['MUG', 'CUP']),
  categories: new Set(['Kitchen']),
  regions: new Set(['AB', 'AL']),
  carriers: new Set(['DPD', 'DHL']),
  methods: new Map([
    ['DPD-ND', 'DPD'],
    ['DHL-ND', 'DHL'],
  ]),
}
const route: RouteTerms = {
  by: { sku: 'MUG' },
  regions: ['AB'],
  carrier: 'DPD',
  clientMethodID: 'DPD-ND',
  startDate: '2026-03-01',
  endDate: '2026-03-31',
}

test.each<[Partial<RouteTerms>, string | undefined, RegExp | undefined]>([
  [{}, undefined, undefined],
  [{ clientMethodID: null, regions: [], startDate: null, endDate: null }, undefined, undefined],
  [{ by: { category: 'Kitchen' } }, undefined, undefined],
  [{ startDate: '2026-03-31' }, undefined, undefined],
  [{ by: { sku: 'mug' } }, 'skus', /mug doesn’t exist/],
  [{ by: { category: 'Garden' } }, 'category', /category Garden/],
  [{ regions: ['AB', 'QQ'] }, 'regionList', /no region QQ\./],
  [{ carrier: 'UPS', clientMethodID: null }, 'carrier', /no carrier UPS/],
  [{ clientMethodID: 'NONE' }, 'method', /no method NONE/],
  [{ clientMethodID: 'DHL-ND' }, 'method', /belongs to DHL, not DPD/],
  [{ startDate: '2026-04-01' }, 'endDate', /end date is before the start date/],
  [{ startDate: '0206-03-01' }, 'startDate', /Check the year/],
  [{ endDate: '9999-12-31' }, 'endDate', /Check the year/],
])('%j: %s', (given, path, message) => {
  const problems = routeProblems([{ ...route, ...given }], known)
  expect(problems.map((problem) => problem.path)).toEqual(path ? [path] : [])
  if (message) expect(problems[0]?.message).toMatch(message)
})

test('reports each field once, with the first few unknown names', () => {
  const many = Array.from({ length: 8 }, (_, index) => ({ ...route, by: { sku: `X${index}` } }))
  expect(routeProblems(many, known)).toEqual([
    { path: 'skus', message: 'X0, X1, X2, X3, X4 and 3 more don’t exist. Choose SKUs from the list' },
  ])
})

const kept = { ...route, customPreferenceID: 'A1' }
test.each<[string, readonly Partial<RouteTerms>[], boolean]>([
  ['the same place', [{}], true],
  ['to another carrier', [{ carrier: 'DHL', clientMethodID: null }], true],
  ['another SKU', [{ by: { sku: 'CUP' } }], false],
  ['a category of the same name', [{ by: { category: 'MUG' } }], false],
  ['a region more', [{ regions: ['AB', 'AL'] }], false],
  ['the same region twice', [{ regions: ['AB', 'AB'] }], true],
  ['everywhere', [{ regions: [] }], false],
  ['other days', [{ startDate: null }], false],
  ['twice, in another order', [{ regions: ['AB', 'AL'] }, { regions: ['AL', 'AB'] }], true],
])('equal to one there is: %s: %j', (_what, given, isEqual) => {
  const found = equalRoute(
    given.map((one) => ({ ...route, ...one })),
    [kept],
  )
  expect(found !== undefined).toBe(isEqual)
})

test('names the existing route and what to do', () => {
  expect(equalRouteText(route, kept)).toBe(
    'SKU MUG already has a fixed route for AB, 1 Mar 2026 to 31 Mar 2026, to DPD. Change it, or choose other regions or dates',
  )
  const everywhere = { ...route, by: { category: 'Kitchen' }, regions: [], startDate: null, endDate: null }
  expect(equalRouteText(everywhere, undefined)).toBe(
    'Category Kitchen would have two fixed routes everywhere, on any day. Remove one',
  )
})
