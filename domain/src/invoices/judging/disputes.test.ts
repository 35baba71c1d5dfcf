import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pounds } from '../../testing/judging-samples.ts'
import { type Credit, disputedAmount, disputedParts, type OpenPart, settleByCredits } from './disputes.ts'
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

describe('what rejecting a row disputes', () => {
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
  test('nobody can say of what was not judged', () => {
    expect(disputedAmount({ verdict: 'Not judged', billed: pounds(5), variance: null })).toBeNull()
  })
  test('its parts add up to it, what was billed too little taken off', () => {
    const charges = [charge('base', 6, 4), charge('fuel', 0.2, 0.5), charge('other', 1, 0)]
    const parts = disputedParts({ verdict: 'Overcharged', billed: pounds(7.2), variance: pounds(2.7), charges })
    expect(parts).toEqual([
      { category: 'base', amount: pounds(2) },
      { category: 'other', amount: pounds(0.7) },
    ])
  })
})

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

describe('what credits settle', () => {
  test('a part, and the rest stays open', () => {
    const {
      settlements,
      open: left,
      surplus,
    } = settleByCredits([open('D1', 'P1', 'base', 2)], [credit('P1', 'base', 1.5)])
    expect(settlements).toEqual([{ dispute: 'D1', credit: 'C1', category: 'base', amount: pounds(1.5) }])
    expect([left, surplus]).toEqual([[open('D1', 'P1', 'base', 0.5)], []])
  })
  test('more than is open is surplus', () => {
    const { open: left, surplus } = settleByCredits([open('D1', 'P1', 'base', 2)], [credit('P1', 'base', 3)])
    expect([left, surplus]).toEqual([[], [{ credit: 'C1', amount: pounds(1) }]])
  })
  test('another category, or another parcel, is not settled', () => {
    const parts = [open('D1', 'P1', 'base', 2)]
    expect(settleByCredits(parts, [credit('P1', 'fuel', 1)]).open).toEqual(parts)
    expect(settleByCredits(parts, [credit('P2', 'base', 1)]).open).toEqual(parts)
  })
  test('one that names no category takes from all of the parcel, the oldest dispute first', () => {
    const parts = [open('D1', 'P1', 'base', 2), open('D2', 'P1', 'fuel', 1)]
    const { settlements } = settleByCredits(parts, [credit('P1', 'credit', 2.5)])
    expect(settlements.map(({ dispute, amount }) => [dispute, amount])).toEqual([
      ['D1', pounds(2)],
      ['D2', pounds(0.5)],
    ])
  })
  test('a lump sum waits for somebody', () => {
    const { waiting, open: left } = settleByCredits([open('D1', 'P1', 'base', 2)], [credit('', 'credit', 2)])
    expect([waiting.length, left.length]).toEqual([1, 1])
  })
  test('nothing is lost: settled and open are the disputes, settled, surplus and waiting the credits', () => {
    const anyCategory = fc.constantFrom('base' as const, 'fuel' as const, 'credit' as const)
    const anyParcel = fc.constantFrom('P1', 'P2', '')
    const anyPart = fc.record({
      dispute: fc.constant('D'),
      parcel: fc.constantFrom('P1', 'P2'),
      category: anyCategory,
      open: fc.nat(999),
    })
    const anyCredit = fc.record({
      credit: fc.constant('C'),
      parcel: anyParcel,
      category: anyCategory,
      amount: fc.nat(999),
    })
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
    fc.assert(
      fc.property(fc.array(anyPart), fc.array(anyCredit), (parts, credits) => {
        const { settlements, open: left, surplus, waiting } = settleByCredits(parts, credits)
        const settled = sum(settlements.map(({ amount }) => amount))
        expect(settled + sum(left.map((part) => part.open))).toBe(sum(parts.map((part) => part.open)))
        expect(settled + sum([...surplus, ...waiting].map(({ amount }) => amount))).toBe(
          sum(credits.map(({ amount }) => amount)),
        )
      }),
    )
  })
})
