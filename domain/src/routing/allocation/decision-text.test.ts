import { expect, test } from 'vitest'
import { decisionText } from './decision-text.ts'

const one = (id: string, cost: number | undefined, isEligible = true) => ({
  clientMethodID: id,
  carrier: id,
  carrierName: id,
  methodDescription: 'Parcel',
  isEligible,
  cost,
})
const EVRI = one('Evri', 41_500)
const DPD = one('DPD', 45_700)
const DHL = one('DHL', 30_000, false)
const auto = { isByHand: false, seesOthers: true }
const byHand = { isByHand: true, seesOthers: true }

test.each([
  ['Evri', [EVRI, DPD, DHL], auto, 'Parcel (Evri), £4.15: cheapest of 2 that can take it on Tue 24 Nov'],
  ['Evri', [EVRI, DHL], auto, 'Parcel (Evri), £4.15: the only one that can take it on Tue 24 Nov'],
  ['X', [one('X', undefined), one('Y', undefined)], auto, 'Parcel (X): one of 2 that can take it on Tue 24 Nov'],
  ['Evri', [EVRI], { ...auto, seesOthers: false }, 'Parcel (Evri), £4.15'],
  ['DPD', [EVRI, DPD], byHand, 'Parcel (DPD), £4.57: chosen by hand, £0.42 dearer than the other one that can take it'],
  [
    'DHL',
    [EVRI, DPD, DHL],
    byHand,
    'Parcel (DHL), £3.00: chosen by hand, £1.15 cheaper than the cheapest of 2 others that can take it',
  ],
  ['DHL', [DHL], byHand, 'Parcel (DHL), £3.00: chosen by hand'],
  ['DPD', [DPD], { isByHand: true, seesOthers: false }, 'Parcel (DPD), £4.57: chosen by hand'],
  [null, [DHL], auto, undefined],
])('%s of %j with %j', (chosen, candidates, how, text) => {
  expect(decisionText({ chosen, candidates }, { despatchDay: '2026-11-24' }, { ...how, currency: 'GBP' })).toBe(text)
})

test('an order that was planned with others says so, also to users who see no other carrier', () => {
  const planned = { despatchDay: '2026-11-24', assigned: { clientMethodID: 'DPD', because: 'planned' as const } }
  const text = (how: typeof auto) =>
    decisionText({ chosen: 'DPD', candidates: [EVRI, DPD] }, planned, { ...how, currency: 'GBP' })
  const reason = 'other places are kept for orders that have no other carrier as cheap'
  expect(text(auto)).toBe(`Parcel (DPD), £4.57: ${reason}`)
  expect(text({ ...auto, seesOthers: false })).toBe(`Parcel (DPD), £4.57: ${reason}`)
})
