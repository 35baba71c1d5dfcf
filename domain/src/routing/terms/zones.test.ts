import { expect, test } from 'vitest'
import {
  agreed,
  billedDetail,
  billedParcel,
  charge,
  consignment,
  despatched,
  factsFor,
  judged,
  pounds,
  rulesOf,
} from '../../testing/judging-samples.ts'
import { reasonText } from '../../invoices/judging/reason-text.ts'
import { type Conditions, countConditions } from './conditions.ts'
import { findZone, isSameDays, type Zone, type ZoneRow } from './zones.ts'

const row = (name: string, given: Partial<ZoneRow> = {}): ZoneRow => ({
  name,
  countries: ['GB'],
  postcodes: [],
  from: '2026-01-01',
  to: null,
  ...given,
})
const HIGH: Zone = {
  code: 'HIGH',
  rows: [
    row('Highlands', { postcodes: ['IV', 'KA27-28', 'PH17-26'], to: '2026-03-31' }),
    row('Highlands and Moray', { postcodes: ['IV', 'AB37-38'], from: '2026-04-01' }),
  ],
}
const ISLES: Zone = { code: 'ISLES', rows: [row('Islands', { postcodes: ['TR21-25', 'PO30-41', 'IM', 'JE2'] })] }
const CHANNEL: Zone = { code: 'CI', rows: [row('Channel Islands', { countries: ['JE', 'GG'] })] }
const EUROPE: Zone = { code: 'EU1', rows: [row('Europe 1', { countries: ['FR', 'DE'] })] }
const CORSICA: Zone = { code: 'COR', rows: [row('Corsica', { countries: ['FR'], postcodes: ['20'] })] }
const UK: Zone = { code: 'UK', rows: [row('United Kingdom')] }
const GONE: Zone = { code: 'GONE', rows: [row('Once', { postcodes: ['N1'], to: '2026-01-31' })] }

const MARCH = '2026-03-31'
const APRIL = '2026-04-01'

test.each<[string, readonly Zone[], [country: string, postcode: string, day: string], string | false]>([
  ['a district of a range', [HIGH], ['GB', 'KA27 8SQ', MARCH], 'Highlands'],
  ['a district beside the range', [HIGH], ['GB', 'KA29 0AA', MARCH], false],
  ['a district with the same beginning', [HIGH], ['GB', 'KA2 7AA', MARCH], false],
  ['in the last days of a row', [HIGH], ['GB', 'PH26 3AA', MARCH], 'Highlands'],
  ['the next row from its first day', [HIGH], ['GB', 'PH26 3AA', APRIL], false],
  ['what the next row adds', [HIGH], ['GB', 'AB37 9AA', APRIL], 'Highlands and Moray'],
  ['not before', [HIGH], ['GB', 'AB37 9AA', MARCH], false],
  ['before any row', [HIGH], ['GB', 'IV1 1AA', '2025-12-31'], 'zone HIGH'],
  ['after the last', [GONE], ['GB', 'N1 9GU', '2026-02-01'], 'zone GONE'],
  ['a zone without rows', [{ code: 'NEW', rows: [] }], ['GB', 'N1 9GU', MARCH], 'zone NEW'],
  ['in another zone, with one unknown', [GONE, HIGH], ['GB', 'IV1 1AA', MARCH], 'Highlands'],
  ['in no other zone, with one unknown', [HIGH, GONE], ['GB', 'N1 9GU', MARCH], 'zone GONE'],
  ['no postcode', [HIGH], ['GB', '', MARCH], 'postcode'],
  ['no postcode, of another country', [HIGH], ['FR', '', MARCH], false],
  ['no country', [HIGH], ['', 'IV1 1AA', MARCH], 'country'],
  ['a whole country needs no postcode', [EUROPE], ['DE', '', MARCH], 'Europe 1'],
  ['another country', [EUROPE], ['ES', '28001', MARCH], false],
  ['a part of a country', [CORSICA], ['FR', '20090', MARCH], 'Corsica'],
  ['the rest of it', [CORSICA], ['FR', '75001', MARCH], false],
  ['the Isle of Man as its own country', [ISLES], ['IM', 'IM1 1AA', MARCH], 'Islands'],
  ['and as the United Kingdom', [ISLES], ['GB', 'IM1 1AA', MARCH], 'Islands'],
  ['Jersey as the United Kingdom, in a zone of Jersey', [CHANNEL], ['GB', 'JE2 3AB', MARCH], 'Channel Islands'],
  ['the mainland, in a zone of Jersey', [CHANNEL], ['GB', 'N1 9GU', MARCH], false],
  ['perhaps Jersey', [CHANNEL], ['GB', '', MARCH], 'postcode'],
  ['Jersey, in a zone of the United Kingdom', [UK], ['JE', 'JE2 3AB', MARCH], 'United Kingdom'],
  ['two zones that overlap: the first', [ISLES, UK], ['GB', 'JE2 3AB', MARCH], 'Islands'],
])('%s', (_what, zones, [country, postcode, day], expected) => {
  const found = findZone(zones, { country, postcode, day })
  expect(typeof found === 'object' ? found.name : found).toBe(expected)
})

test.each<[from: string, to: string | null, boolean]>([
  ['2026-01-01', '2026-01-31', false],
  ['2026-01-01', '2026-02-01', true],
  ['2026-02-10', '2026-02-11', true],
  ['2026-02-28', null, true],
  ['2026-03-01', null, false],
  ['2025-01-01', null, true],
])('from %s to %s and the days of February 2026', (from, to, expected) => {
  const february = { from: '2026-02-01', to: '2026-02-28' }
  expect(isSameDays({ from, to }, february)).toBe(expected)
  expect(isSameDays(february, { from, to })).toBe(expected)
})

const NONE: Conditions = {
  countries: [],
  postcodes: [],
  zones: [],
  services: [],
  weekdays: [],
  weight: null,
  length: null,
  volume: null,
}
const ofZones = (zones: readonly Zone[]) =>
  agreed('A', {
    code: 'SDZ',
    category: 'remote area',
    text: 'Surcharge',
    amount: { kind: 'money', money: pounds(2), per: 'parcel' },
    when: 'if billed',
    conditions: { ...NONE, zones },
  })
function judgedOf(postcode: string, zones: readonly Zone[]) {
  const detail = billedDetail([billedParcel('P1', [charge('base', 4), charge('remote area', 2, 'SDZ', 'Remote')])])
  const facts = factsFor(detail, consignment([despatched('P1')], { postcode }))
  return judged(detail, facts, rulesOf({ agreedCharges: [ofZones(zones)] })).parcels[0]
}
const TELLING = { carrier: 'DPD', currency: 'GBP', priceCurrency: 'GBP', method: String }

test.each<[string, readonly Zone[], string, string]>([
  [
    'IV1 1AA',
    [HIGH],
    'Matched',
    'Surcharge: £2.00 a parcel is agreed for zone Highlands since 1 Jan 2025 (Ann), which makes £2.00.',
  ],
  ['N1 9GU', [HIGH], 'Overcharged', "DPD billed £2.00 for 'Remote', which is not agreed for this parcel."],
  [
    '',
    [HIGH],
    'Not judged',
    "DPD billed £2.00 for 'Remote'. It is agreed for some parcels, but its postcode is unknown, so it is not checked.",
  ],
  [
    'N1 9GU',
    [GONE],
    'Not judged',
    "DPD billed £2.00 for 'Remote'. It is agreed for some parcels, but what zone GONE covered on its despatch date is unknown, so it is not checked.",
  ],
])('a surcharge of a parcel to %s: zones %j', (postcode, zones, verdict, told) => {
  const judgement = judgedOf(postcode, zones)
  expect(judgement?.verdict).toBe(verdict)
  expect(judgement?.reasons.map((reason) => reasonText(reason, TELLING))).toContain(told)
})

test('several zones are one condition', () => {
  expect(countConditions({ ...NONE, zones: [HIGH, ISLES] })).toBe(1)
})
