import { describe, expect, test } from 'vitest'
import { canDoToClaim, CLAIM_ACT_CODES, CLAIM_STATES, claimIdOf, claimNumber, submissionIdOf } from './claim.ts'
import { type ClaimRules, findGaps, findOverlap, termsFor } from './claim-terms.ts'
import { type ClaimFacts, claimVerdictText, whatCanBeClaimed } from './what-can-be-claimed.ts'

const RULES: ClaimRules = {
  lostAfterDays: 10,
  lostWithinDays: 28,
  damagedWithinDays: 14,
  lateAfterDays: 1,
  lateWithinDays: 21,
  mostPerParcel: 1_000_000,
  mostPerKg: null,
  limitCurrency: 'GBP',
  basis: 'selling price',
  costPercent: 50,
  isCarriagePaid: true,
  evidence: [],
  email: '',
  address: '',
  form: '',
}
const QUIET: ClaimFacts = {
  despatchedOn: '2026-03-02',
  promisedOn: '2026-03-04',
  lastEventOn: '2026-03-03',
  deliveredOn: null,
  damagedOn: null,
  isSaidLost: false,
  isReturning: false,
  grams: 2000,
  goods: 500_000,
  carriage: 45_000,
  isCarriageDisputed: false,
  currency: 'GBP',
  claimedAs: null,
}
const judge = (facts: Partial<ClaimFacts> = {}, rules: Partial<ClaimRules> = {}, on = '2026-03-20') =>
  whatCanBeClaimed({ ...QUIET, ...facts }, { ...RULES, ...rules }, new Date(`${on}T12:00:00Z`))

describe('what can be claimed', () => {
  test('goods and carriage of a parcel without an event for ten days, until the deadline', () => {
    const whole = { can: true, cause: 'lost', goods: 500_000, carriage: 45_000, amount: 545_000, until: '2026-03-30' }
    expect(judge({}, {}, '2026-03-13')).toMatchObject(whole)
    expect(judge({}, {}, '2026-03-30')).toMatchObject(whole)
    expect(judge({}, {}, '2026-03-12')).toMatchObject({ can: false, why: 'too early', from: '2026-03-13' })
    expect(judge({}, {}, '2026-03-31')).toMatchObject({ can: false, why: 'too late', missed: { amount: 545_000 } })
  })

  test.each([
    ['arrived in time', { deliveredOn: '2026-03-04' }, {}, 'arrived'],
    ['comes back', { isReturning: true }, {}, 'returning'],
    ['has a claim', { claimedAs: 'C-000001' }, {}, 'claimed'],
    ['has no known value', { goods: 0, carriage: 0 }, {}, 'no value'],
    ['is lost, if losses are not paid', {}, { lostAfterDays: null }, 'not paid for'],
    ['is damaged, if damage is not paid', { damagedOn: '2026-03-05' }, { damagedWithinDays: null }, 'not paid for'],
    ['is late, if lateness is not paid', { deliveredOn: '2026-03-06' }, { lateAfterDays: null }, 'not paid for'],
  ] as const)('nothing for a parcel that %s', (_what, facts, rules, why) => {
    const verdict = judge(facts, rules)
    expect(verdict).toMatchObject({ can: false, why })
    expect(claimVerdictText(verdict, 'GBP')).toMatch(/\.$/)
  })

  test('nothing without terms', () =>
    expect(whatCanBeClaimed(QUIET, undefined, new Date())).toMatchObject({ can: false, why: 'no terms' }))

  test('damage before lateness, with its deadline from the delivery', () =>
    expect(judge({ deliveredOn: '2026-03-08', damagedOn: '2026-03-10' })).toMatchObject({
      can: true,
      cause: 'damaged',
      until: '2026-03-22',
    }))

  test('for lateness only carriage, and nothing if that is disputed already', () => {
    expect(judge({ deliveredOn: '2026-03-06' })).toMatchObject({ can: true, cause: 'late', goods: 0, amount: 45_000 })
    expect(judge({ deliveredOn: '2026-03-06', isCarriageDisputed: true })).toMatchObject({
      can: false,
      why: 'no value',
    })
  })

  test.each([
    [{ mostPerParcel: 200_000 }, 200_000, 'per parcel'],
    [{ mostPerKg: 150_000 }, 300_000, 'per kg'],
    [{ basis: 'cost price' }, 250_000, null],
    [{ mostPerParcel: null }, 500_000, null],
    [{ mostPerParcel: 200_000, limitCurrency: 'EUR' }, 500_000, 'in another currency'],
    [{ mostPerParcel: null, limitCurrency: 'EUR' }, 500_000, null],
  ] as const)('with limits %j the goods are worth %i', (rules, goods, limit) =>
    expect(judge({}, rules)).toMatchObject({ goods, limit }),
  )

  test('goods in full if the limit has another currency, which the verdict mentions', () => {
    const verdict = judge({ currency: 'EUR' }, { mostPerParcel: 200_000 })
    expect(verdict).toMatchObject({ goods: 500_000, limit: 'in another currency' })
    expect(claimVerdictText(verdict, 'EUR')).toContain('(the carrier’s limit is in another currency)')
  })

  test('a parcel at once that the carrier itself calls lost', () =>
    expect(judge({ isSaidLost: true }, {}, '2026-03-04')).toMatchObject({ can: true, cause: 'lost' }))
})

describe('terms', () => {
  const terms = (service: string, from: string, to: string | null) => ({ carrier: 'DPD', service, from, to })
  const all = [
    terms('', '2026-01-01', '2026-03-31'),
    terms('Next Day', '2026-02-01', null),
    terms('', '2026-05-01', null),
  ]
  test.each([
    ['Two Day', '2026-03-31', all[0]],
    ['next day', '2026-03-31', all[1]],
    ['Next Day', '2026-01-31', all[0]],
    ['Two Day', '2026-04-30', undefined],
  ])('of %s on %s', (service, day, found) => expect(termsFor(all, { carrier: 'DPD', service, day })).toBe(found))

  test.each([
    ['2026-03-31', null, true],
    ['2026-04-01', '2026-04-30', false],
    ['2025-01-01', '2025-12-31', false],
    ['2025-01-01', '2026-01-01', true],
  ])('from %s to %s overlap: %s', (from, to, is) =>
    expect(
      findOverlap(
        { carrier: 'DPD', service: '', from, to },
        all.filter(({ service }) => service === ''),
      ) !== undefined,
    ).toBe(is),
  )

  test('a gap has a first and a last day', () =>
    expect(findGaps(all.filter(({ service }) => service === ''))).toEqual([{ from: '2026-04-01', to: '2026-04-30' }]))
})

test('numbers are read as users type them', () => {
  expect([claimIdOf('c-000012'), claimIdOf('C12'), claimIdOf('12'), submissionIdOf('S 7')]).toEqual([
    12,
    12,
    undefined,
    7,
  ])
  expect(claimNumber(12)).toBe('C-000012')
})

test('paid and withdrawn claims allow no act', () => {
  for (const act of CLAIM_ACT_CODES)
    for (const state of ['paid', 'withdrawn'] as const) expect(canDoToClaim(act, state)).toBe(false)
  expect(CLAIM_STATES.filter((state) => canDoToClaim('pay', state))).not.toContain('prepared')
})
