import { expect, test } from 'vitest'
import type { FixedRoute } from '../rule-book/rule-book.ts'
import {
  filtersByRoute,
  heldByCategoryText,
  hasFixedRoute,
  meetsRouteFilter,
  type RouteFilter,
} from './category-detail.ts'

test.each([
  [['AB'], 'DPD', true],
  [[], 'DPD', true],
  [['AB'], '', false],
  [[], '', false],
  [['AB'], '  ', false],
])('specification 4, show_products_fixed: regions %j, carrier %j: %j', (RegionList, CarrierCode, isShown) => {
  expect(hasFixedRoute({ RegionList, CarrierCode })).toBe(isShown)
})

const NONE: RouteFilter = {
  carrier: '',
  service: '',
  method: '',
  serviceName: '',
  methodName: '',
  regionList: [],
  startDate: null,
  endDate: null,
  customPreferenceIDs: [],
}
const route: FixedRoute = {
  customPreferenceID: 'A1',
  by: { sku: 'MUG' },
  regions: ['AB', 'AL'],
  carrier: 'DPD',
  clientMethodID: 'DPD-ND',
  startDate: '2026-03-01',
  endDate: '2026-03-31',
}

test.each<[string, Partial<RouteFilter>, Partial<FixedRoute>, boolean]>([
  ['nothing asked', {}, {}, true],
  ['its carrier', { carrier: 'DPD' }, {}, true],
  ['another carrier', { carrier: 'DHL' }, {}, false],
  ['its service', { service: 'Next Day' }, {}, true],
  ['another service', { service: 'Two Day' }, {}, false],
  ['its service by name', { serviceName: 'Next Day' }, {}, true],
  ['another service by name', { serviceName: 'Two Day' }, {}, false],
  ['its method by name', { methodName: 'Before noon' }, {}, true],
  ['another method by name', { methodName: 'By night' }, {}, false],
  ['its method', { method: 'DPD-ND' }, {}, true],
  ['a method, of a route to a carrier', { method: 'DPD-ND' }, { clientMethodID: null }, false],
  ['one of its regions', { regionList: ['ZE', 'AL'] }, {}, true],
  ['regions that it does not name', { regionList: ['ZE'] }, {}, false],
  ['a region, of a route for everywhere', { regionList: ['AB'] }, { regions: [] }, false],
  ['days that end on its first', { endDate: '2026-03-01' }, {}, true],
  ['days that end before its first', { endDate: '2026-02-28' }, {}, false],
  ['days that begin on its last', { startDate: '2026-03-31' }, {}, true],
  ['days that begin after its last', { startDate: '2026-04-01' }, {}, false],
  ['later days, of a route without end', { startDate: '2030-01-01' }, { endDate: null }, true],
  ['earlier days, of a route without beginning', { endDate: '2020-01-01' }, { startDate: null }, true],
  ['its id', { customPreferenceIDs: ['A1'] }, {}, true],
  ['another id', { customPreferenceIDs: ['A2'] }, {}, false],
])('%s', (_what, filter, of, meets) => {
  expect(
    meetsRouteFilter({ ...route, ...of }, { service: 'Next Day', methodName: 'Before noon' }, { ...NONE, ...filter }),
  ).toBe(meets)
  expect(filtersByRoute({ ...NONE, ...filter })).toBe(Object.keys(filter).length > 0)
})

test('only routes to a method match a service filter', () => {
  const toCarrier = { ...route, clientMethodID: null }
  expect(meetsRouteFilter(toCarrier, undefined, { ...NONE, service: 'Next Day' })).toBe(false)
})

const ofBeds = (carrier: string, given: Partial<FixedRoute> = {}): FixedRoute => ({
  ...route,
  by: { category: 'Beds' },
  regions: [],
  startDate: null,
  endDate: null,
  carrier,
  ...given,
})
test.each<[string, FixedRoute[], string]>([
  ['none', [], ''],
  ['one of its category', [ofBeds('ARROW')], 'The ARROW'],
  ['one of another category', [ofBeds('ARROW', { by: { category: 'Sofas' } })], ''],
  ['one of a SKU of that name', [ofBeds('ARROW', { by: { sku: 'Beds' } })], ''],
  ['one that has ended', [ofBeds('ARROW', { endDate: '2026-03-09' })], ''],
  ['one on its last day', [ofBeds('ARROW', { endDate: '2026-03-10' })], 'The ARROW'],
  ['one that begins today', [ofBeds('ARROW', { startDate: '2026-03-10' })], 'The ARROW'],
  ['one that has not begun', [ofBeds('ARROW', { startDate: '2026-03-11' })], ''],
  ['one in some regions', [ofBeds('ARROW', { regions: ['AB'] })], 'The ARROW in some regions'],
  [
    'some in regions, one elsewhere',
    [ofBeds('ARROW'), ofBeds('DPD', { regions: ['AB'] }), ofBeds('DHL', { regions: ['AL'] })],
    'The DPD and The DHL in some regions, The ARROW elsewhere',
  ],
  ['the same in regions and elsewhere', [ofBeds('ARROW'), ofBeds('ARROW', { regions: ['AB'] })], 'The ARROW'],
  ['one of its second category', [ofBeds('ARROW', { by: { category: 'Oak' } })], 'The ARROW'],
])('held by its category, routes: %s', (_what, routes, words) => {
  const said = heldByCategoryText(routes, ['Beds', 'Oak'], '2026-03-10', (carrier) => `The ${carrier}`)
  expect(said).toBe(words)
})
