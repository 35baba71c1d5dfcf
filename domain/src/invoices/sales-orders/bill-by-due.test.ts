import { expect, test } from 'vitest'
import type { BilledCharge, BilledDetail } from '../invoice.ts'
import { billByDue, type DueRow, inEqualShares } from './bill-by-due.ts'

const charge = (code: string, category: BilledCharge['category'], net: number): BilledCharge => ({
  code,
  text: code,
  category,
  net,
  line: 3,
})
/** A sales order for two parcels, each of which bills half of it. */
const order = (base: number, fee = 0): BilledDetail => ({
  consignmentNumber: 'S',
  references: [],
  leg: 'outbound',
  service: 'Tracked 24',
  shipmentDay: '2026-06-01',
  country: 'GB',
  postcode: '',
  pieces: 2,
  parcels: ['P1', 'P2'].map((trackingNumber) => ({
    trackingNumber,
    line: 3,
    billedWeight: 400,
    declaredWeight: null,
    size: null,
    charges: [charge('POSTAGE', 'base', base / 2), ...(fee === 0 ? [] : [charge('GREEN', 'other', fee / 2)])],
    tax: 100,
  })),
  charges: [],
  line: 3,
})
/** The expected cost of a parcel, including its fee. */
const due = (expected: number | null, fee = 0): DueRow => ({
  expected,
  charges:
    fee === 0
      ? []
      : [
          {
            code: 'GREEN',
            text: 'GREEN',
            category: 'other',
            billed: 0,
            expected: fee,
            agreedCharge: '1',
            isRounded: false,
          },
        ],
})
const told = ({ parcels, charges }: BilledDetail) =>
  [...parcels.map((row) => row.charges), charges].map((of) => of.map(({ code, net }) => `${code} ${net}`).join(', '))

test.each<[string, BilledDetail, DueRow[], string[]]>([
  ['each its own cost', order(80_000), [due(34_000), due(46_000)], ['POSTAGE 34000', 'POSTAGE 46000', '']],
  [
    'the difference once',
    order(82_000),
    [due(34_000), due(46_000)],
    ['POSTAGE 34000', 'POSTAGE 46000', 'POSTAGE 2000'],
  ],
  [
    'less than due, once',
    order(78_000),
    [due(34_000), due(46_000)],
    ['POSTAGE 34000', 'POSTAGE 46000', 'POSTAGE -2000'],
  ],
  [
    'a fee within the price stays with the parcels',
    order(79_000, 1000),
    [due(34_000), due(46_000)],
    ['POSTAGE 33500, GREEN 500', 'POSTAGE 45500, GREEN 500', ''],
  ],
  [
    'a fee without an agreement is separate',
    order(80_000, 1000),
    [due(34_000), due(46_000)],
    ['POSTAGE 34000', 'POSTAGE 46000', 'GREEN 1000'],
  ],
  [
    'an agreed fee belongs to each parcel, and its excess is separate',
    order(80_000, 1400),
    [due(34_500, 500), due(46_500, 500)],
    ['POSTAGE 34000, GREEN 500', 'POSTAGE 46000, GREEN 500', 'GREEN 400'],
  ],
  ['unchanged if a cost is unknown', order(80_000), [due(34_000), due(null)], ['POSTAGE 40000', 'POSTAGE 40000', '']],
  ['unchanged if it is a credit', order(-80_000), [due(34_000), due(46_000)], ['POSTAGE -40000', 'POSTAGE -40000', '']],
])('a sales order bills its parcels: %s', (_what, detail, rows, texts) => {
  expect(told(billByDue(detail, rows))).toEqual(texts)
})

test('a repeated order is billed once by its parcels, and once beside them', () => {
  const once = order(80_000)
  const twice = { ...once, parcels: once.parcels.map((row) => ({ ...row, charges: [...row.charges, ...row.charges] })) }
  const billed = billByDue(twice, [due(34_000), due(46_000)])
  expect(billed.charges.reduce((sum, { net }) => sum + net, 0)).toBe(80_000)
  expect(billed.parcels.map(({ charges }) => charges.map(({ net }) => net))).toEqual([[34_000], [46_000]])
})

test('equal shares are restored from what was billed by expected cost', () => {
  const detail = order(80_000, 1400)
  const shared = inEqualShares(billByDue(detail, [due(34_500, 500), due(46_500, 500)]), 100)
  expect(told(shared)).toEqual(told(detail))
})
