import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { expect, test } from 'vitest'
import { commonValues, valuesOf } from './route-values.ts'

const row = (given: Partial<CategoryDetailRow>): CategoryDetailRow => ({
  customPreferenceID: 'A1',
  Code: 'MUG',
  Item_Description: 'Mug',
  category: '',
  RegionList: ['AB'],
  RegionListName: 'AB Aberdeen',
  RegionListShort: 'AB Aberdeen',
  CarrierCode: 'DPD',
  carrierName: 'DPD UK',
  service: '',
  method: 'DPD-ND',
  methodName: '',
  startDate: null,
  endDate: '2026-03-31',
  version: 1,
  heldByCategory: '',
  ...given,
})

test.each<[string, Partial<CategoryDetailRow>[], string[]]>([
  ['one row', [{}], []],
  ['alike', [{}, {}], []],
  ['other regions', [{}, { RegionList: ['AB', 'AL'] }], ['regionList']],
  ['other days', [{}, { startDate: '2026-01-01', endDate: null }], ['startDate', 'endDate']],
  ['other methods', [{}, { method: '' }], ['method']],
  [
    'different carriers: their methods differ too',
    [{ method: '' }, { method: '', CarrierCode: 'DHL' }],
    ['carrier', 'method'],
  ],
])('%s', (_what, given, mixed) => {
  const rows = given.map(row)
  const common = commonValues(rows)
  expect(common.mixed).toEqual(mixed)
  const own = valuesOf(rows[0] ?? row({}))
  for (const [field, value] of Object.entries(common.values))
    expect(value).toEqual(mixed.includes(field) ? (field === 'regionList' ? [] : '') : own[field as keyof typeof own])
})
