import type { BookItemKind } from '@despatch/domain/routing/rule-book/book-items'
import { expect, test } from 'vitest'
import { fieldChanges, itemTitle } from './rule-book-text.ts'

type Content = Parameters<typeof fieldChanges>[0]['before']
const lines = (kind: BookItemKind, before: Content, after: Content) =>
  fieldChanges({ kind, before, after }, [], 'GBP').map(
    (one) => `${one.field}: ${one.before ?? '-'} > ${one.after ?? '-'}`,
  )

const band = { incrementalCost: 0, incrementStart: 0, increment: 0, effectiveFrom: null, effectiveBetween: null }
const limits = { Length: 1205, Volume: null, NumberOfParcels: 1, ParcelWeight: 31_500, ConsignmentWeight: null }
const method = {
  carrier: 'DPD',
  carrierService: 'Next Day',
  methodDescription: 'DPD Next Day',
  contracts: [],
  serviceTypes: ['STANDARD', 'NEXT DAY'],
  countries: ['GB', 'IE'],
  regions: [],
  transitDays: 1,
  pricing: {
    pricingMethod: 'By Weight Matrix',
    primaryCosting: {
      baseCost: 45_000,
      incrementalCost: 1250,
      incrementStart: 2000,
      increment: 1000,
      fromParcel: 1,
      costingMatrix: [],
    },
    secondaryCosting: null,
  },
}

test('an added item lists all of its fields', () => {
  expect(lines('method', null, method)).toEqual([
    'Carrier: - > DPD',
    'Carrier service: - > Next Day',
    'Description: - > DPD Next Day',
    'Contracts: - > none',
    'Service types: - > STANDARD and NEXT DAY',
    'Countries: - > United Kingdom and Ireland',
    'Regions: - > every region',
    'Transit days: - > 1',
    'Delivers on: - > Monday, Tuesday, Wednesday, Thursday, Friday',
    'Delivers on public holidays: - > no',
    'Pricing method: - > By Weight Matrix',
    'Primary: from parcel: - > 1',
    'Primary: price: - > £4.50, and £0.125 for every started kg beyond 2 kg',
  ])
})

test('a changed item lists differing fields and matrix bands', () => {
  const { pricing } = method
  const matrix = (...costingMatrix: object[]) =>
    ({ ...method, pricing: { ...pricing, primaryCosting: { ...pricing.primaryCosting, costingMatrix } } }) as Content
  const row = { ...band, chargeID: 'a', from: 0, to: 2000, baseCost: 30_000 }
  const dated = { ...row, chargeID: 'b', from: 2000, to: null, effectiveFrom: '2026-04-01' }
  const between = { ...row, effectiveBetween: { from: '2026-12-01', to: '2026-12-24' } }
  expect(lines('method', matrix(row), matrix(row, dated))).toEqual(['Primary: above 2 kg, from 1 Apr 2026: - > £3.00'])
  expect(lines('method', matrix(row, dated), matrix(between))).toEqual([
    'Primary: up to 2 kg, 1 Dec 2026 to 24 Dec 2026: - > £3.00',
    'Primary: up to 2 kg: £3.00 > -',
    'Primary: above 2 kg, from 1 Apr 2026: £3.00 > -',
  ])
})

test.each<[BookItemKind, Content, Content, string[]]>([
  [
    'carrier',
    { name: 'DPD', active: 'Y', activeDates: [] },
    { name: 'DPD', active: 'N', activeDates: [{ from: '2026-01-05', to: null }] },
    ['Active: yes > no', 'Active dates: always > from 5 Jan 2026'],
  ],
  [
    'parcel-limits',
    limits,
    { ...limits, Length: null, ParcelWeight: 30_000, NumberOfParcels: 2, Volume: 250_000 },
    [
      'Length: 120.5 cm > no limit',
      'Volume: no limit > 0.25 m³',
      'Number of parcels: 1 parcel > 2 parcels',
      'Parcel weight: 31.5 kg > 30 kg',
    ],
  ],
  [
    'capacity',
    { capacities: [{ slots: [5, 5, 5, 5, 5, 0, null], effectiveFrom: null, effectiveBetween: null }] },
    null,
    ['Parcels, always: Mon 5, Tue 5, Wed 5, Thu 5, Fri 5, Sat 0, Sun no limit > -'],
  ],
  [
    'fixed-route',
    { by: { sku: 'BED' }, regions: [], carrier: 'DPD', clientMethodID: null, startDate: null, endDate: null },
    {
      by: { sku: 'BED' },
      regions: ['AB', 'DD'],
      carrier: 'DPD',
      clientMethodID: 'M1',
      startDate: null,
      endDate: '2026-01-05',
    },
    ['Regions: Everywhere > AB, DD', 'Method: any of the carrier > M1', 'Dates: always > up to 5 Jan 2026'],
  ],
  [
    'fixed-route',
    null,
    {
      by: { category: 'Beds' },
      regions: [],
      carrier: 'DPD',
      clientMethodID: 'M',
      startDate: '2026-01-01',
      endDate: '2026-01-05',
    },
    [
      'Category: - > Beds',
      'Regions: - > Everywhere',
      'Carrier: - > DPD',
      'Method: - > M',
      'Dates: - > 1 Jan 2026 to 5 Jan 2026',
    ],
  ],
  [
    'multi-box',
    { Same_Component_Carrier_Default: 'N' },
    { Same_Component_Carrier_Default: 'Y' },
    ['Boxes of a product: may ship with several carriers > ship with one carrier'],
  ],
  ['multi-box-exception', { Same_Component_Carrier: 'Y' }, null, ['Its boxes: ship with one carrier > -']],
  ['packing', { weight: 20_000, volume: 100_000 }, { weight: 25_000, volume: 100_000 }, ['Weight: 20 kg > 25 kg']],
])('of a %s', (kind, before, after, said) => {
  expect(lines(kind, before, after)).toEqual(said)
})

test('regions are named in short, or in full if the short texts are equal', () => {
  const all = ['AB', 'AL', 'BA', 'BB', 'ZE'].map((code) => ({ code, name: `${code}-ville`, part: code }))
  const route = { by: { sku: 'BED' }, carrier: 'DPD', clientMethodID: null, startDate: null, endDate: null }
  const changes = (before: string[], after: string[]) =>
    fieldChanges(
      { kind: 'fixed-route', before: { ...route, regions: before }, after: { ...route, regions: after } },
      all,
      'GBP',
    )
  expect(changes(['AB'], ['AB', 'AL', 'BA', 'BB'])).toEqual([
    { field: 'Regions', before: 'AB AB-ville', after: 'AB AB-ville, AL AL-ville and 2 more' },
  ])
  expect(changes(['AB', 'AL', 'BA', 'BB'], ['AB', 'AL', 'BA', 'ZE'])).toEqual([
    {
      field: 'Regions',
      before: 'AB AB-ville, AL AL-ville, BA BA-ville, BB BB-ville',
      after: 'AB AB-ville, AL AL-ville, BA BA-ville, ZE ZE-ville',
    },
  ])
  expect(changes(['AB', 'AL'], ['AB', 'AL'])).toEqual([])
})

test.each<[BookItemKind, string, Content, Content, string]>([
  ['method', 'M1', null, null, 'Method M1'],
  ['packing', '', null, null, 'Maximum packed parcel'],
  ['fixed-route', 'XQ', null, { by: { sku: 'BED' }, regions: [] }, 'Fixed route of SKU BED'],
  ['fixed-route', 'XQ', { by: { sku: 'BED' }, regions: ['AB', 'AL'] }, null, 'Fixed route of SKU BED (2 regions)'],
])('a %s %j is titled by kind and key, fixed routes by their subject', (kind, key, before, after, title) => {
  expect(itemTitle({ kind, key, before, after })).toBe(title)
})
