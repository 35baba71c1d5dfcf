import { expect, test } from 'vitest'
import type { DespatchedConsignment } from '../judging/facts.ts'
import { coverOf, type Named, type RowToCover } from './covers.ts'

const consignment: DespatchedConsignment = {
  client: 'ZED',
  orderNumber: 'O1',
  carrier: 'OSP',
  clientMethodID: '',
  carrierService: '',
  day: '2026-03-02',
  service: 'STANDARD',
  country: 'GB',
  region: null,
  decision: null,
  parcels: ['N1', 'N2'].map((trackingNumber) => ({
    trackingNumber,
    despatchedAt: 0,
    weight: 1000,
    plannedWeight: null,
    volume: null,
    isReturned: false,
  })),
}
const row: RowToCover = { leg: 'outbound', net: 32_000, isNumbered: true, isForPieces: false, bills: 'parcels' }
const byConsignment: Named = { kind: 'parcel', by: 'consignment', consignment, index: 0 }
const byOrder: Named = { kind: 'order', client: 'ZED', orderNumber: 'O1', consignments: [consignment] }
const nothing = { kind: 'order', client: 'ZED', orderNumber: 'O1' }
const first = { kind: 'parcel', consignment, index: 0 }
const whole = { kind: 'consignment', consignment }

test.for<[what: string, row: Partial<RowToCover>, named: Named, covers: unknown]>([
  ['an unknown number, matched by the number of its consignment', {}, byConsignment, nothing],
  ['the same as a credit', { net: -32_000 }, byConsignment, nothing],
  ['the same if a row may bill a consignment', { bills: 'consignments' }, byConsignment, first],
  ['the same, matched only by the order', {}, byOrder, first],
  [
    'without a number of its own, matched by the number of its consignment',
    { isNumbered: false },
    byConsignment,
    whole,
  ],
])('%s', ([, given, named, covers]) => {
  expect(coverOf({ ...row, ...given }, named, { before: [], isCovered: () => false })).toEqual(covers)
})
