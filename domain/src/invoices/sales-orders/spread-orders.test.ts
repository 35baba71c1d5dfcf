import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BilledDetail } from '../invoice.ts'
import type { DayParcel } from './choose-parcels.ts'
import { spreadSalesOrders } from '../testing/spread-orders.ts'

const DAY = '2026-03-02'
const order = (
  number: string,
  more: Partial<BilledDetail> & { net?: number; grams?: number | null } = {},
): BilledDetail => {
  const { net = 96_000, grams = 400, ...rest } = more
  return {
    consignmentNumber: number,
    references: [],
    leg: 'outbound',
    service: 'Tracked 48',
    shipmentDay: DAY,
    country: 'GB',
    postcode: '',
    pieces: 3,
    parcels: [
      {
        trackingNumber: '',
        line: 3,
        billedWeight: grams,
        declaredWeight: null,
        size: null,
        charges: [{ code: 'POSTAGE', text: 'Postage', category: 'base', net, line: 3 }],
        tax: 19_200,
      },
    ],
    charges: [],
    line: 3,
    ...rest,
  }
}
const parcel = (trackingNumber: string, more: Partial<DayParcel> = {}): DayParcel => ({
  client: 'ACME',
  trackingNumber,
  service: 'Tracked 48',
  day: DAY,
  country: 'GB',
  grams: 380,
  ...more,
})

/** 'ACME P1 3.20, P2 3.20'; a row without a parcel is '-'. */
const told = (details: readonly BilledDetail[]) =>
  details.map(({ parcels }) =>
    parcels.map(
      ({ trackingNumber, charges }) =>
        `${trackingNumber || '-'} ${charges.reduce((sum, { net }) => sum + net, 0) / 10_000}`,
    ),
  )
const spread = (details: readonly BilledDetail[], parcels: readonly DayParcel[]) => {
  const { details: made, missing } = spreadSalesOrders(details, parcels)
  return { rows: told(made), missing: missing.map(({ trackingNumber }) => trackingNumber) }
}

describe('a sales order', () => {
  test.each<[string, BilledDetail, DayParcel[], string[][], string[]]>([
    [
      'is spread over its parcels',
      order('S'),
      [parcel('P1'), parcel('P2'), parcel('P3')],
      [['P1 3.2', 'P2 3.2', 'P3 3.2']],
      [],
    ],
    [
      'has a detail for each client',
      order('S'),
      [parcel('P1'), parcel('P2', { client: 'BIRCH' }), parcel('P3')],
      [['P1 3.2', 'P3 3.2'], ['P2 3.2']],
      [],
    ],
    ['bills more than left: the rest has no client', order('S'), [parcel('P1')], [['P1 3.2'], ['- 6.4']], []],
    [
      'bills less than left: the rest accrues',
      order('S', { pieces: 1, net: 32_000 }),
      [parcel('P1'), parcel('P2')],
      [['P1 3.2']],
      ['P2'],
    ],
    [
      'has indivisible pennies: by largest remainder',
      order('S', { net: 100_000 }),
      [parcel('P1'), parcel('P2'), parcel('P3')],
      [['P1 3.34', 'P2 3.33', 'P3 3.33']],
      [],
    ],
    ['of another service is not this one', order('S'), [parcel('P1', { service: 'Tracked 24' })], [['- 9.6']], ['P1']],
    ['of another country is not this one', order('S'), [parcel('P1', { country: 'IE' })], [['- 9.6']], ['P1']],
    ['of another day is not this one', order('S'), [parcel('P1', { day: '2026-03-03' })], [['- 9.6']], ['P1']],
    [
      'has parcels of any weight: that of an item is an average',
      order('S', { grams: 640 }),
      [parcel('P1', { grams: 1200 }), parcel('P2', { grams: 120 }), parcel('P3', { grams: 600 })],
      [['P2 3.2', 'P3 3.2', 'P1 3.2']],
      [],
    ],
    [
      'takes parcels without a weight last',
      order('S', { pieces: 2, net: 64_000 }),
      [parcel('P1', { grams: null }), parcel('P2'), parcel('P3', { grams: null })],
      [['P2 3.2', 'P1 3.2']],
      ['P3'],
    ],
    [
      'without a weight takes any',
      order('S', { grams: null, pieces: 2, net: 64_000 }),
      [parcel('P1', { grams: 5000 }), parcel('P2')],
      [['P1 3.2', 'P2 3.2']],
      [],
    ],
    [
      'names its service in any spelling',
      order('S', { service: 'TRACKED 48 ', pieces: 1 }),
      [parcel('P1')],
      [['P1 9.6']],
      [],
    ],
  ])('%s', (_what, billed, parcels, rows, missing) => {
    expect(spread([billed], parcels)).toEqual({ rows, missing })
  })

  test('takes no parcel that another one took', () => {
    const both = [order('S1', { pieces: 1 }), order('S2', { pieces: 1 })]
    expect(spread(both, [parcel('P1')])).toEqual({ rows: [['P1 9.6'], ['- 9.6']], missing: [] })
  })
})

test('a service with another name at the warehouse is found by that name', () => {
  const namesOf = (service: string) => [service, 'TPN 24']
  const { details } = spreadSalesOrders([order('S', { pieces: 1 })], [parcel('P1', { service: 'TPN 24' })], { namesOf })
  expect(told(details)).toEqual([['P1 9.6']])
})

test('items without a weight match parcels without one, beside items that never left', () => {
  const beyond = order('S1', { pieces: 2, net: 64_000, grams: 400 })
  const without = order('S2', { pieces: 2, net: 40_000, grams: null })
  const parcels = [parcel('P1', { grams: null }), parcel('P2', { grams: 400 }), parcel('P3', { grams: null })]
  expect(spread([beyond, without], parcels).rows).toEqual([['P2 3.2'], ['- 3.2'], ['P1 2', 'P3 2']])
})

test('a line without a weight leaves the weights of others with its price', () => {
  const lines = [
    order('S1', { pieces: 1, net: 32_000, grams: null }),
    order('S2', { pieces: 1, net: 32_000, grams: 150 }),
    order('S3', { pieces: 2, net: 80_000, grams: 1700 }),
  ]
  const parcels = [parcel('P1', { grams: null }), parcel('P2', { grams: 150 }), parcel('P3', { grams: 1700 })]
  expect(spread(lines, parcels).rows).toEqual([['P1 3.2'], ['P2 3.2'], ['P3 4'], ['- 4']])
})

test('with more extra items than cuts are tried, each parcel is still billed', () => {
  const lines = Array.from({ length: 1200 }, (_, index) =>
    order(`S${index}`, { pieces: 1, net: 20_000 + 100 * index, grams: 10 + index }),
  )
  const parcels = Array.from({ length: 10 }, (_, index) => parcel(`P${index}`, { grams: 100 * (index + 1) }))
  const { rows, missing } = spread(lines, parcels)
  expect(missing).toEqual([])
  expect(rows.flat().filter((row) => row.startsWith('P'))).toHaveLength(10)
})

test('with thousands of extra parcels, the lighter price has the lighter parcels', () => {
  const lines = [
    order('S1', { pieces: 100, net: 3_000_000, grams: 300 }),
    order('S2', { pieces: 100, net: 4_000_000, grams: 1800 }),
  ]
  const parcels = Array.from({ length: 3000 }, (_, index) => parcel(`P${index}`, { grams: index < 2900 ? 300 : 1800 }))
  const { rows, missing } = spread(lines, parcels)
  expect(missing).toHaveLength(2800)
  const isLight = (row: string) => Number(row.slice(1).split(' ')[0]) < 2900
  expect(rows.map((own) => own.filter(isLight).length)).toEqual([100, 0])
})

test('details with a parcel or an order, and returns, stay unchanged', () => {
  const [row] = order('S').parcels
  const others = [
    order('A', { references: ['O-1'] }),
    order('B', { leg: 'return' }),
    ...(row ? [order('C', { parcels: [{ ...row, trackingNumber: 'P1' }] })] : []),
  ]
  expect(spreadSalesOrders(others, [parcel('P1')])).toEqual({ details: others, missing: [parcel('P1')] })
})

test('no penny or item is lost, and no parcel is billed twice', () => {
  const anyParcel = fc.record({
    client: fc.constantFrom('ACME', 'BIRCH'),
    grams: fc.option(fc.integer({ min: 1, max: 3000 })),
    country: fc.constantFrom('GB', 'IE'),
  })
  const anyOrder = fc.record({
    pieces: fc.integer({ min: 1, max: 12 }),
    net: fc.integer({ min: -50_000, max: 900_000 }),
    grams: fc.option(fc.integer({ min: 1, max: 3000 })),
    country: fc.constantFrom('GB', 'IE'),
  })
  fc.assert(
    fc.property(fc.array(anyOrder, { maxLength: 8 }), fc.array(anyParcel, { maxLength: 30 }), (orders, left) => {
      const details = orders.map((one, index) => order(`S${index}`, one))
      const parcels = left.map((one, index) => parcel(`P${index}`, one))
      const { details: made, missing } = spreadSalesOrders(details, parcels)
      const sums = (of: readonly BilledDetail[], what: (detail: BilledDetail) => number) =>
        details.map(({ consignmentNumber: number }) =>
          of.filter((one) => one.consignmentNumber === number).reduce((sum, one) => sum + what(one), 0),
        )
      const net = (one: BilledDetail) =>
        one.parcels.flatMap(({ charges }) => charges).reduce((sum, charge) => sum + charge.net, 0)
      const tax = (one: BilledDetail) => one.parcels.reduce((sum, row) => sum + (row.tax ?? 0), 0)
      expect(sums(made, net)).toEqual(sums(details, net))
      expect(sums(made, tax)).toEqual(sums(details, tax))
      expect(sums(made, ({ pieces }) => pieces)).toEqual(sums(details, ({ pieces }) => pieces))
      const numbers = made.flatMap((one) => one.parcels.map(({ trackingNumber }) => trackingNumber)).filter(Boolean)
      expect([...numbers, ...missing.map(({ trackingNumber }) => trackingNumber)].toSorted()).toEqual(
        parcels.map(({ trackingNumber }) => trackingNumber).toSorted(),
      )
    }),
  )
})

test('a line takes parcels under all warehouse names of its service', () => {
  const parcels = [parcel('P1'), parcel('P2', { service: 'TRN48' }), parcel('P3', { service: 'TRN48' })]
  const { details, missing } = spreadSalesOrders([order('SO-1')], parcels, {
    namesOf: (service) => [service, 'TRN48'],
  })
  expect([told(details), missing]).toEqual([[['P1 3.2', 'P2 3.2', 'P3 3.2']], []])
})

test('lines with different names for a service are matched together if parcels overlap', () => {
  const lines = [
    order('SO-1', { pieces: 1, net: 32_000, grams: 300 }),
    order('SO-2', { pieces: 1, net: 32_000, grams: 300, service: 'TRN48' }),
  ]
  const parcels = [parcel('P1', { service: 'TRN48', grams: 300 }), parcel('P2', { grams: 310 })]
  const { details, missing } = spreadSalesOrders(lines, parcels, {
    namesOf: (service) => (service === 'TRN48' ? ['TRN48'] : ['Tracked 48', 'TRN48']),
  })
  expect(told(details).flat().toSorted()).toEqual(['P1 3.2', 'P2 3.2'])
  expect(missing).toEqual([])
})
