import { expect, test } from 'vitest'
import type { PriceGap } from '../prices/compile-pricing.ts'
import { consignment, parcel } from '../../testing/rule-books.ts'
import { CONSTRAINTS } from './constraints.ts'
import type { Verdict } from './explain.ts'
import { wordingOf } from './decision-labels.ts'
import { allowedText, CONSTRAINT_TITLES, actualText, verdictLabel } from './verdict-text.ts'

const CANDIDATES = [
  { clientMethodID: 'M1', carrier: 'DPD', carrierName: 'DPD UK', methodDescription: 'DPD Next Day' },
  { clientMethodID: 'M2', carrier: 'DHL', carrierName: 'DHL Parcel', methodDescription: 'DHL Standard' },
]
/** A Tuesday. */
const DAY = '2026-11-24'
const about = (given: Partial<Parameters<typeof wordingOf>[0]> = {}) =>
  wordingOf(
    { ...consignment({ despatchDay: DAY, parcels: [parcel(), parcel(), parcel()] }), ...given },
    CANDIDATES,
    'GBP',
  )
type Row = [Verdict['constraint'], boolean, Verdict['actual'], Verdict['limit'], string]
const verdict = ([constraint, isMet, actual, limit]: readonly unknown[], rule = 'M1') =>
  ({ constraint, isMet, actual, limit, rule }) as Verdict

test.each<Row>([
  ['service', true, 'STANDARD', ['STANDARD', 'NEXT DAY'], 'Carries STANDARD'],
  ['service', false, 'NAMED DAY', ['STANDARD', 'NEXT DAY'], 'Does not carry NAMED DAY, only STANDARD or NEXT DAY'],
  ['service', false, 'NAMED DAY', [], 'Carries no service type'],
  ['country', true, 'IE', [], 'Serves every country, Ireland too'],
  ['country', true, 'IE', ['GB', 'IE'], 'Serves Ireland'],
  ['country', false, 'FR', ['GB', 'IE'], 'Does not serve France, only United Kingdom and Ireland'],
  ['country', false, '??', ['GB'], 'Does not serve ??, only United Kingdom'],
  ['region', true, 'AB', [], 'Serves every region'],
  ['region', true, null, [], 'Serves every region'],
  ['region', true, 'AB', ['AB', 'B'], 'Serves region AB'],
  ['region', true, null, ['AB'], 'Regions do not count in this country'],
  ['region', true, 'D02', ['AB'], 'Regions do not count in this country'],
  [
    'region',
    false,
    'ZE',
    ['AB', 'AL', 'B', 'BA', 'BB', 'BD'],
    'Does not serve region ZE, only AB, AL, B, BA, BB and BD',
  ],
  ['region', false, 'ZE', ['AB', 'B'], 'Does not serve region ZE, only AB and B'],
  [
    'region',
    false,
    'ZE',
    ['AB', 'AL', 'B', 'BA', 'BB', 'BD', 'BH'],
    'Does not serve region ZE, only AB, AL, B, BA, BB and 2 more',
  ],
  ['region', false, null, ['AB', 'B'], 'The postcode is of no known region, and only AB and B are served'],
  ['Length', true, 1200, 1750, 'Length 120 cm, limit 175 cm'],
  ['Length', false, 1755, 1750, 'Length 175.5 cm is over the limit of 175 cm'],
  ['Volume', true, 64_000, null, 'Volume 0.064 m³, no limit'],
  ['Volume', false, 1_250_000, 1_000_000, 'Volume 1.25 m³ is over the limit of 1 m³'],
  ['NumberOfParcels', true, 4, 4, 'Number of parcels 4, limit 4'],
  ['NumberOfParcels', false, 1284, 4, 'Number of parcels 1,284 is over the limit of 4'],
  ['ParcelWeight', true, 12_000, 30_000, 'Parcel weight 12 kg, limit 30 kg'],
  ['ParcelWeight', false, 31_500, 30_000, 'Parcel weight 31.5 kg is over the limit of 30 kg'],
  ['ConsignmentWeight', false, 100, 0, 'Consignment weight 0.1 kg is over the limit of 0 kg'],
  ['capacity', true, 403, 500, 'Tue 24 Nov: 400 of 500 parcels taken, 3 more fit'],
  ['capacity', false, 501, 500, 'Tue 24 Nov: 498 of 500 parcels taken, 3 more do not fit'],
  ['capacity', true, 3, null, 'Tue 24 Nov: no limit of parcels'],
  ['fixedRouting', true, 'M1', null, 'Held to nothing by fixed routing'],
  ['price', true, 45_000, null, 'Price £4.50'],
  ['price', true, 12_345_000, null, 'Price £1,234.50'],
  ['price', false, null, null, 'No price for it on Tue 24 Nov'],
])('%s, met %s, found %s, allowed %j: %s', (...row) => {
  expect(verdictLabel(verdict(row), about())).toBe(row[4])
})

test.each<Row>([
  ['carrierActive', true, 'Y', 'Y', 'DPD UK is active'],
  ['carrierActive', false, 'N', 'Y', 'DPD UK is not active'],
  ['activeDates', true, DAY, [], 'DPD UK is active on every day'],
  ['activeDates', true, DAY, ['2026-11-01/'], 'DPD UK is active on Tue 24 Nov'],
  [
    'activeDates',
    false,
    DAY,
    ['2026-01-01/2026-01-31', '2026-12-01/'],
    'DPD UK is not active on Tue 24 Nov, only from 1 Jan 2026 to 31 Jan 2026 and from 1 Dec 2026 on',
  ],
])('of a carrier: %s, met %s, found %s, allowed %j: %s', (...row) => {
  expect(verdictLabel(verdict(row, 'DPD'), about())).toBe(row[4])
})

test.each([
  [true, 'DPD', null, ['FR12'], 'Held to DPD UK by the fixed route of SKU FR12'],
  [true, 'DPD', 'M1', ['FR12', 'FR13'], 'Held to DPD Next Day by the fixed routes of SKU FR12 and SKU FR13'],
  [false, 'DPD', null, ['FR12'], 'Held to DPD UK by the fixed route of SKU FR12, not to this method'],
  [false, 'EVRI', 'M9', ['FR12'], 'Held to M9 by the fixed route of SKU FR12, not to this method'],
])('fixed routing, met %s, to %s and %s by %j: %s', (isMet, carrier, clientMethodID, customPreferenceIDs, sentence) => {
  const routes = customPreferenceIDs.map((id) => `SKU ${id}`)
  const heldTo = { carrier, clientMethodID, customPreferenceIDs, routes }
  const given = verdict(['fixedRouting', isMet, 'M1', clientMethodID ?? carrier], 'FR12')
  expect(verdictLabel(given, about({ heldTo }))).toBe(sentence)
})

test.each<[PriceGap, string, string, string]>([
  [
    { byWeight: true, quantity: 19_800, from: 15_000, to: null, of: 'all' },
    'No price for 19.8 kg on Tue 24 Nov: its bands end at 15 kg',
    '19.8 kg',
    'up to 15 kg',
  ],
  [
    { byWeight: true, quantity: 2520, from: 2000, to: 3000, of: 'all' },
    'No price for 2.52 kg on Tue 24 Nov: there is no band between 2 kg and 3 kg',
    '2.52 kg',
    'no band between 2 kg and 3 kg',
  ],
  [
    { byWeight: true, quantity: 500, from: 0, to: 1000, of: 'first' },
    'No price for 0.5 kg of its first parcels on Tue 24 Nov: there is no band below 1 kg',
    '0.5 kg',
    'no band below 1 kg',
  ],
  [
    { byWeight: false, quantity: 5, from: 4, to: 6, of: 'all' },
    'No price for 5 parcels on Tue 24 Nov: there is no band for 5 to 6 parcels',
    '5 parcels',
    'no band for 5 to 6 parcels',
  ],
  [
    { byWeight: false, quantity: 5, from: 4, to: null, of: 'further' },
    'No price for 5 parcels of its further parcels on Tue 24 Nov: its bands end at 4 parcels',
    '5 parcels',
    'up to 4 parcels',
  ],
])('a quantity without a price: %j', (gap, sentence, found, allowed) => {
  const given = { ...verdict(['price', false, null, null]), gap }
  expect([verdictLabel(given, about()), actualText(given, about()), allowedText(given, about())]).toEqual([
    sentence,
    found,
    allowed,
  ])
})

test('one parcel is written in the singular', () => {
  const one = about({ parcels: [parcel()] })
  expect(verdictLabel(verdict(['capacity', false, 501, 500]), one)).toBe(
    'Tue 24 Nov: 500 of 500 parcels taken, 1 more does not fit',
  )
  expect(verdictLabel(verdict(['capacity', true, 500, 500]), one)).toBe(
    'Tue 24 Nov: 499 of 500 parcels taken, 1 more fits',
  )
})

test.each([
  ['service', 'STANDARD', ['STANDARD', 'NEXT DAY'], 'STANDARD', 'STANDARD and NEXT DAY'],
  ['service', 'STANDARD', [], 'STANDARD', 'none'],
  ['country', 'IE', [], 'Ireland', 'any'],
  ['region', null, ['AB'], 'none', 'AB'],
  ['carrierActive', 'N', 'Y', 'not active', 'active'],
  [
    'activeDates',
    DAY,
    ['2026-01-01/2026-01-31', '2026-12-01/'],
    '24 Nov 2026',
    '1 Jan 2026 – 31 Jan 2026 and since 1 Dec 2026',
  ],
  ['region', 'ZE', ['AB', 'B'], 'ZE', 'AB and B'],
  ['Length', 1200, 1750, '120 cm', '175 cm'],
  ['Volume', 64_000, 1_000_000, '0.064 m³', '1 m³'],
  ['NumberOfParcels', 1284, 4, '1,284', '4'],
  ['ConsignmentWeight', 31_500, 30_000, '31.5 kg', '30 kg'],
  ['ParcelWeight', 31_500, null, '31.5 kg', 'any'],
  ['capacity', 1501, 1500, '1,501 parcels', '1,500 parcels'],
  ['fixedRouting', 'M2', 'DPD', 'DHL Standard', 'DPD UK'],
  ['price', 45_000, null, '£4.50', ''],
])('in columns: %s, found %s, allowed %j', (constraint, actual, limit, found, allowed) => {
  const wording = about({ heldTo: { carrier: 'DPD', clientMethodID: null, customPreferenceIDs: ['FR12'] } })
  const given = verdict([constraint, false, actual, limit])
  expect([actualText(given, wording), allowedText(given, wording)]).toEqual([found, allowed])
})

test('columns show a hold to a method, and no hold', () => {
  const heldTo = { carrier: 'DPD', clientMethodID: 'M1', customPreferenceIDs: ['FR12'] }
  expect(allowedText(verdict(['fixedRouting', false, 'M2', 'M1']), about({ heldTo }))).toBe('DPD Next Day')
  expect(allowedText(verdict(['fixedRouting', true, 'M2', null]), about())).toBe('any')
})

test('every constraint has a title', () => {
  const titles = CONSTRAINTS.map((constraint) => CONSTRAINT_TITLES[constraint])
  expect(new Set(titles).size).toBe(CONSTRAINTS.length)
  for (const title of titles) expect(title).toMatch(/^[A-Z][a-z-]+( [a-z]+)*$/)
})

test.each([
  ['capacity', true, 'It has capacity on Tue 24 Nov'],
  ['capacity', false, 'It has no capacity left on Tue 24 Nov'],
  ['price', true, 'It is set up for this on Tue 24 Nov'],
  ['price', false, 'It is not set up for this on Tue 24 Nov'],
] as const)('%s (met: %s) without figures for viewers without rights', (constraint, isMet, words) => {
  const hidden = { constraint, isMet, rule: 'M1' }
  expect(verdictLabel(hidden, about())).toBe(words)
  expect([actualText(hidden, about()), allowedText(hidden, about())]).toEqual(['', ''])
})

test.each([
  [true, 'Held to it by fixed routing'],
  [false, 'Held to another carrier by fixed routing'],
])('a viewer without fixed routing only reads that it applies (met: %s)', (isMet, words) => {
  const hidden = { constraint: 'fixedRouting' as const, isMet, actual: 'M1', limit: 'DPD', rule: '7' }
  expect(verdictLabel(hidden, about({ heldTo: undefined }))).toBe(words)
})
