import type { PriceRow } from '@despatch/contract/routing/prices/prices'
import { expect, test } from 'vitest'
import { listed } from './price-listing.ts'

const row = (clientMethodID: string, given: Partial<PriceRow> = {}): PriceRow => ({
  clientMethodID,
  client: 'ACME',
  carrier: 'DPD',
  carrierName: 'DPD UK',
  active: 'Y',
  activeDates: [],
  carrierService: 'Next Day',
  methodDescription: '',
  contracts: [],
  pricingMethod: 'By Parcel',
  serviceTypes: ['STANDARD'],
  countries: [],
  regions: [],
  transitDays: 1,
  deliveryWeekdays: [0, 1, 2, 3, 4],
  deliversOnHolidays: false,
  version: 1,
  costOfOneParcel: '4.50',
  comparedCosts: ['4.50', '4.50', '9.00'],
  isMatrix: false,
  ...given,
})
const ROWS = [
  row('A', { costOfOneParcel: '10.00' }),
  row('B', { carrier: 'RM', carrierName: 'Royal Mail', contracts: ['RM-2026'], costOfOneParcel: '9.00' }),
  row('C', { pricingMethod: 'None', costOfOneParcel: null, serviceTypes: ['NEXT DAY'] }),
]
const ALL = { search: '', carrier: '', pricing: '', service: '', sort: 'clientMethodID', order: 'asc' } as const

test.each([
  [{}, 'ABC'],
  [{ search: 'rm-2026' }, 'B'],
  [{ search: 'royal' }, 'B'],
  [{ carrier: 'DPD' }, 'AC'],
  [{ pricing: 'None' }, 'C'],
  [{ service: 'NEXT DAY' }, 'C'],
  [{ sort: 'cost' }, 'BAC'],
  [{ sort: 'cost', order: 'desc' }, 'CAB'],
  [{ sort: 'carrier', order: 'desc' }, 'BAC'],
] as const)('%j lists %s', (given, ids) => {
  expect(
    listed(ROWS, { ...ALL, ...given })
      .map(({ clientMethodID }) => clientMethodID)
      .join(''),
  ).toBe(ids)
})
