import { expect, test } from 'vitest'
import {
  agreed,
  billedDetail,
  billedParcel,
  byParcel,
  charge,
  consignment,
  despatched,
  factsFor,
  judged,
  pounds,
  rulesOf,
  span,
} from '../../testing/judging-samples.ts'
import type { EarlierCharge } from '../judging/facts.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'

/**
 * Agreed charges in the account of parcels: 6.20 for the first parcel of a consignment, and 3.80 for each further
 * one.
 */

const HEAVY: AgreedCharge = agreed('A1', {
  category: 'overweight',
  code: 'OVR',
  text: 'Overweight',
  amount: { kind: 'money', money: pounds(10), per: 'parcel' },
  when: 'if billed',
  conditions: {
    countries: [],
    postcodes: [],
    zones: [],
    services: [],
    weekdays: [],
    weight: { above: 30_000, upTo: null },
    length: null,
    volume: null,
  },
})
const earlier = (charges: readonly (readonly [category: EarlierCharge['category'], net: number, code: string])[]) =>
  charges.map(([category, net, code], index): EarlierCharge => ({
    row: `1 ${index}`,
    invoiceNumber: 'INV-1',
    line: 2,
    code,
    text: code,
    category,
    net: pounds(net),
    leg: 'outbound',
    shipmentDay: null,
  }))
const rulesWith = (...agreedCharges: AgreedCharge[]) =>
  rulesOf({ methods: [span('M1', 'DPD', byParcel(6.2, 3.8), { service: 'Next Day' })], agreedCharges })

test('a charge per parcel is due only for parcels that meet its conditions', () => {
  const three = consignment([
    despatched('P1', { weight: 31_000 }),
    despatched('P2', { weight: 5000 }),
    despatched('P3', { weight: 5000 }),
  ])
  const detail = billedDetail([], { pieces: 3, charges: [charge('overweight', 20, 'OVR', 'Overweight')] })
  const own = {
    match: { kind: 'consignment', consignment: three } as const,
    earlier: earlier([
      ['base', 13.8, 'BASE'],
      ['overweight', 10, 'OVR'],
    ]),
  }
  const { verdict, expected } = judged(detail, { ...factsFor(detail, three), own }, rulesWith(HEAVY))
  expect([verdict, expected]).toEqual(['Already billed', 0])
})

test('an adjustment uses the agreement of the despatch day, not of the adjustment', () => {
  const fuel = (id: string, percent: number, from: string, to: string | null) =>
    agreed(id, {
      code: 'FUEL',
      from,
      to,
      amount: { kind: 'percent', percent: percent * 10_000, of: ['base'], per: 'detail' },
    })
  const one = consignment([despatched('P1')], { day: '2026-10-31' })
  const detail = billedDetail([billedParcel('P1', [charge('base', 1.2), charge('fuel', 0.33, 'FUEL', 'Fuel')])], {
    leg: 'adjustment',
    shipmentDay: '2026-11-03',
  })
  const match = { kind: 'parcel', consignment: one, index: 0 } as const
  const billed = earlier([
    ['base', 5, 'BASE'],
    ['fuel', 0.6, 'FUEL'],
  ])
  const facts = { ...factsFor(detail, one), parcels: [{ match, earlier: billed }] }
  const rules = rulesWith(fuel('A1', 12, '2026-10-01', '2026-10-31'), fuel('A2', 15, '2026-11-01', null))
  // 12% of 6.20 is 0.74, of which 0.60 was billed; 15% would be 0.93.
  expect(judged(detail, facts, rules).parcels[0]).toMatchObject({ verdict: 'Overcharged', expected: pounds(1.34) })
})
