import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pounds } from '../../testing/judging-samples.ts'
import { claimedParts, disputedAmount, type DisputedPart, disputedParts } from './disputes.ts'
import type { JudgedCharge } from './judged.ts'

const charge = (category: JudgedCharge['category'], billed: number, expected: number): JudgedCharge => ({
  code: '',
  text: '',
  category,
  billed: pounds(billed),
  expected: pounds(expected),
  agreedCharge: null,
  isRounded: false,
})

describe('the amount that rejecting a row disputes', () => {
  test.each([
    ['Overcharged', 5, 1, 1],
    ['Within tolerance', 5, 0.01, 0.01],
    ['Undercharged', 5, -1, 0],
    ['Matched', 5, 0, 0],
    ['Not found', 5, 5, 5],
    ['Already billed', 5, 5, 5],
    ['Not despatched', 5, 5, 5],
  ] as const)('%s: billed £%d, variance £%d: £%d', (verdict, billed, variance, amount) => {
    expect(disputedAmount({ verdict, billed: pounds(billed), variance: pounds(variance) })).toBe(pounds(amount))
  })
  test('is unknown for a row that was not judged', () => {
    expect(disputedAmount({ verdict: 'Not judged', billed: pounds(5), variance: null })).toBeNull()
  })
  test('is the sum of its parts, less underbilled amounts', () => {
    const charges = [charge('base', 6, 4), charge('fuel', 0.2, 0.5), charge('other', 1, 0)]
    const parts = disputedParts({ verdict: 'Overcharged', billed: pounds(7.2), variance: pounds(2.7), charges })
    expect(parts).toEqual([
      { category: 'base', amount: pounds(2) },
      { category: 'other', amount: pounds(0.7) },
    ])
  })
})

describe('the claim', () => {
  const charges = [charge('base', 6, 4), charge('fuel', 0.6, 0.4)]
  const row = { verdict: 'Overcharged' as const, billed: pounds(6.6), variance: pounds(2.2), charges }
  test('is the overbilled amount by category', () => {
    expect(claimedParts(row)).toEqual([
      { category: 'base', amount: pounds(2) },
      { category: 'fuel', amount: pounds(0.2) },
    ])
  })
  test('is another amount if the user enters one', () => {
    expect(claimedParts(row, { requested: pounds(0.5) })).toEqual([{ category: 'base', amount: pounds(0.5) }])
    expect(claimedParts(row, { requested: pounds(6.5) })).toEqual([
      { category: 'base', amount: pounds(6) },
      { category: 'fuel', amount: pounds(0.5) },
    ])
  })
  test.each<[name: DisputedPart['category'], credited: number, left: object]>([
    ['base', 0.5, { base: 1.5, fuel: 0.2 }],
    ['base', 2, { fuel: 0.2 }],
    ['fuel', 0.2, { base: 2 }],
    ['base', 2.2, {}],
    ['base', 4, {}],
  ])('less what was credited of %s before: %d', (category, amount, left) => {
    const parts = claimedParts(row, { credited: [{ category, amount: pounds(amount) }] })
    const claimed = parts.map((part) => [part.category, part.amount / pounds(1)])
    expect(Object.fromEntries(claimed)).toEqual(left)
  })
  test('is the full amount if the row was not judged, and nothing for a credit', () => {
    const notJudged = { ...row, verdict: 'Not judged' as const, variance: null }
    expect(claimedParts(notJudged)).toEqual([
      { category: 'base', amount: pounds(6) },
      { category: 'fuel', amount: pounds(0.6) },
    ])
    expect(claimedParts({ ...notJudged, billed: pounds(-1), charges: [charge('credit', -1, 0)] })).toEqual([])
  })
  test('is the unchecked part if the rest of an unjudged row is correct', () => {
    const unchecked = [charge('base', 4, 4), { ...charge('remote area', 2, 2), isUnchecked: true }]
    const notJudged = { verdict: 'Not judged' as const, billed: pounds(6), variance: null, charges: unchecked }
    expect(claimedParts(notJudged)).toEqual([{ category: 'remote area', amount: pounds(2) }])
  })
  test('is the sum of its parts, each at most what was billed', () => {
    const anyCharge = fc
      .tuple(fc.constantFrom('base' as const, 'fuel' as const, 'other' as const), fc.nat(500), fc.nat(500))
      .map(([category, billed, expected]) => charge(category, billed / 100, expected / 100))
    fc.assert(
      fc.property(fc.array(anyCharge, { minLength: 1 }), fc.nat(100), (some, percent) => {
        const billed = some.reduce((sum, one) => sum + one.billed, 0)
        const expected = some.reduce((sum, one) => sum + one.expected, 0)
        const judged = { verdict: 'Overcharged' as const, billed, variance: billed - expected, charges: some }
        const requested = Math.round((billed * percent) / 100)
        const sum = (requested: number | null) =>
          claimedParts(judged, { requested }).reduce((total, { amount }) => total + amount, 0)
        expect(sum(null)).toBe(Math.max(0, billed - expected))
        expect(sum(requested)).toBe(requested)
      }),
    )
  })
})
