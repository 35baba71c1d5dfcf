import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pounds } from '../../testing/judging-samples.ts'
import {
  type Credit,
  creditsOf,
  matchBySettlements,
  type OpenPart,
  settleByCredits,
  withoutCredits,
} from './credits.ts'
import type { JudgedCharge, JudgedRow } from './judged.ts'

const open = (dispute: string, parcel: string, category: OpenPart['category'], amount: number): OpenPart => ({
  dispute,
  parcel,
  category,
  open: pounds(amount),
})
const credit = (parcel: string, category: Credit['category'], amount: number): Credit => ({
  credit: 'C1',
  parcel,
  category,
  amount: pounds(amount),
})

describe('credits settle', () => {
  test('a part, and the rest stays open', () => {
    const { settlements, open: left } = settleByCredits([open('D1', 'P1', 'base', 2)], [credit('P1', 'base', 1.5)])
    expect(settlements).toEqual([
      { part: open('D1', 'P1', 'base', 2), credit: 'C1', amount: pounds(1.5), given: pounds(1.5) },
    ])
    expect(left).toEqual([open('D1', 'P1', 'base', 0.5)])
  })
  test('at most the open amount, and the rest stays with the credit', () => {
    const { settlements, open: left } = settleByCredits([open('D1', 'P1', 'base', 2)], [credit('P1', 'base', 3)])
    expect(settlements.map(({ amount }) => amount)).toEqual([pounds(2)])
    expect(left).toEqual([])
  })
  test('no other parcel', () => {
    const parts = [open('D1', 'P1', 'base', 2)]
    expect(settleByCredits(parts, [credit('P2', 'base', 1)]).open).toEqual(parts)
  })
  test.each<[name: Credit['category'], amount: number, left: number[]]>([
    ['base', 2.2, [1]],
    ['fuel', 2.2, [1]],
    ['base', 2.1, [0.1, 1]],
    ['base', 6.5, []],
    ['peak', 1.2, [1.8, 0.2]],
    ['customs', 0.5, [1.5, 0.2, 1]],
  ])('%s settles its own category first, then others of the parcel', (category, amount, left) => {
    const parts = [open('D1', 'P1', 'base', 2), open('D2', 'P1', 'fuel', 0.2), open('D2', 'P1', 'peak', 1)]
    const { open: now } = settleByCredits(parts, [credit('P1', category, amount)])
    expect(now.map((part) => part.open)).toEqual(left.map(pounds))
  })
  test('their converted amount in another currency, and nothing without a rate', () => {
    const parts = [{ ...open('D1', 'P1', 'base', 1.2), currency: 'GBP' }]
    const euros = { ...credit('P1', 'base', 2), currency: 'EUR' }
    const { settlements } = settleByCredits(parts, [euros], { rateBetween: () => 800_000 })
    expect(settlements).toMatchObject([{ amount: pounds(1.2), given: pounds(1.5) }])
    expect(settleByCredits(parts, [euros]).open).toEqual(parts)
  })
  test('only what they can be for', () => {
    const parts = [open('D1', 'P1', 'base', 2), open('D2', 'P1', 'base', 1)]
    const canSettle = (_credit: Credit, { dispute }: OpenPart) => dispute === 'D2'
    const { settlements } = settleByCredits(parts, [credit('P1', 'base', 3)], { canSettle })
    expect(settlements.map(({ part, amount }) => [part.dispute, amount])).toEqual([['D2', pounds(1)]])
  })
  test('their own category before the surplus of another credit', () => {
    const parts = [open('D1', 'P1', 'base', 2), open('D1', 'P1', 'fuel', 0.2)]
    const both = [credit('P1', 'base', 2.2), { ...credit('P1', 'fuel', 0.2), credit: 'C2' }]
    const { settlements, open: left } = settleByCredits(parts, both)
    expect(settlements.map(({ part, credit, amount }) => [credit, part.category, amount])).toEqual([
      ['C1', 'base', pounds(2)],
      ['C2', 'fuel', pounds(0.2)],
    ])
    expect(left).toEqual([])
  })
  test('any category if they name none, the oldest dispute first', () => {
    const parts = [open('D1', 'P1', 'base', 2), open('D2', 'P1', 'fuel', 1)]
    const { settlements } = settleByCredits(parts, [credit('P1', 'credit', 2.5)])
    expect(settlements.map(({ part, amount }) => [part.dispute, amount])).toEqual([
      ['D1', pounds(2)],
      ['D2', pounds(0.5)],
    ])
  })
  test('nothing by a lump sum, until a person decides', () => {
    const parts = [open('D1', 'P1', 'base', 2)]
    expect(settleByCredits(parts, [credit('', 'credit', 2)])).toEqual({ settlements: [], open: parts })
  })
  test('consistent sums: settled plus open is the disputed amount, within each credit', () => {
    const anyCategory = fc.constantFrom('base' as const, 'fuel' as const, 'credit' as const)
    const anyParcel = fc.constantFrom('P1', 'P2', '')
    const anyPart = fc.record({
      dispute: fc.constant('D'),
      parcel: fc.constantFrom('P1', 'P2'),
      category: anyCategory,
      open: fc.nat(999),
    })
    const anyCredit = fc.record({
      parcel: anyParcel,
      category: anyCategory,
      amount: fc.nat(999),
    })
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
    fc.assert(
      fc.property(fc.array(anyPart), fc.array(anyCredit), (parts, given) => {
        const credits = given.map((one, index) => ({ ...one, credit: `C${index}` }))
        const { settlements, open: left } = settleByCredits(parts, credits)
        const settled = sum(settlements.map(({ amount }) => amount))
        expect(settled + sum(left.map((part) => part.open))).toBe(sum(parts.map((part) => part.open)))
        for (const { credit, parcel, amount } of credits) {
          const own = sum(settlements.flatMap((one) => (one.credit === credit ? one.amount : [])))
          expect(own).toBeLessThanOrEqual(parcel === '' ? 0 : amount)
        }
      }),
    )
  })
})

const billed = (category: JudgedCharge['category'], net: number) => ({ category, net: pounds(net) })

describe('the credits of a row', () => {
  test.each([
    [
      'a credit note',
      { billed: -5, leg: 'outbound', charges: [billed('base', -4), billed('fuel', -1)] },
      { base: 4, fuel: 1 },
    ],
    [
      'a discount counts as base',
      { billed: -3, leg: 'outbound', charges: [billed('base', -4), billed('discount', 1)] },
      { base: 3 },
    ],
    [
      'an adjustment billed again',
      { billed: 1, leg: 'adjustment', charges: [billed('base', -4), billed('other', 5)] },
      { base: 4 },
    ],
    [
      'a discount of an ordinary row is not a credit',
      { billed: 5, leg: 'outbound', charges: [billed('base', 6), billed('discount', -1)] },
      {},
    ],
    [
      'a credit beside the price',
      { billed: 5, leg: 'outbound', charges: [billed('base', 6), billed('credit', -1)] },
      { credit: 1 },
    ],
    ['tax is not net', { billed: -5, leg: 'outbound', charges: [billed('base', -5), billed('tax', -1)] }, { base: 5 }],
  ] as const)('%s', (_what, row, amounts) => {
    const given = creditsOf({ ...row, billed: pounds(row.billed) })
    expect(Object.fromEntries(given.map(({ category, amount }) => [category, amount / pounds(1)]))).toEqual(amounts)
  })
})

describe('a row that settles disputes', () => {
  const row = (verdict: JudgedRow['verdict'], net: number, expected: number | null) => ({
    verdict,
    billed: pounds(net),
    expected: expected === null ? null : pounds(expected),
    variance: expected === null ? null : pounds(net - expected),
    causes: {},
    reasons: [],
    charges: [
      {
        code: '',
        text: '',
        category: 'base' as const,
        billed: pounds(net),
        expected: 0,
        agreedCharge: null,
        isRounded: false,
      },
    ],
  })
  test('is matched up to what it settles', () => {
    expect(matchBySettlements(row('Not found', -5, 0), [{ dispute: 7, amount: pounds(5) }])).toMatchObject({
      verdict: 'Matched',
      expected: pounds(-5),
      variance: 0,
      charges: [{ expected: pounds(-5) }],
      reasons: [{ kind: 'settles', dispute: 'D-000007', amount: pounds(-5) }],
    })
  })
  test('is surplus beyond that', () => {
    const given = matchBySettlements(row('Not judged', -5, null), [{ dispute: 7, amount: pounds(3) }])
    expect(given).toMatchObject({ verdict: 'Undercharged', variance: pounds(-2), causes: { charges: pounds(-2) } })
  })
  test('is expected up to what it still settles, if it settled more before', () => {
    const before = {
      ...row('Matched', -5, -5),
      reasons: [{ kind: 'settles', dispute: 'D-000007', amount: pounds(-5) }] as const,
    }
    expect(matchBySettlements(before, [{ dispute: 7, amount: pounds(2) }])).toMatchObject({
      verdict: 'Undercharged',
      expected: pounds(-2),
      variance: pounds(-3),
    })
  })
  test('stays as judged if as much was expected', () => {
    expect(matchBySettlements(row('Matched', -5, -5), [{ dispute: 7, amount: pounds(5) }])).toBeNull()
    expect(matchBySettlements(row('Undercharged', -5, -4), [{ dispute: 7, amount: pounds(3) }])).toBeNull()
  })
})

test('a row without its credits keeps its other charges in their order', () => {
  const charges = [
    { category: 'base', net: -30 },
    { category: 'fuel', net: -5 },
    { category: 'discount', net: -20 },
    { category: 'base', net: 8 },
  ] as const
  expect(withoutCredits(charges, [{ category: 'base', amount: 40 }])).toEqual([
    { category: 'fuel', net: -5 },
    { category: 'discount', net: -10 },
    { category: 'base', net: 8 },
  ])
})
