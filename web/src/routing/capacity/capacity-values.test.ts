import type { CapacityLimit } from '@despatch/contract/routing/capacity/capacity'
import { describe, expect, test } from 'vitest'
import {
  capacityValues,
  type CapacityValues,
  effectKind,
  limitOn,
  mergedCapacity,
  newCapacity,
  placeOn,
  problemsOf,
  shownCapacity,
  slotProblem,
  slotText,
  typedSlot,
  withEffect,
} from './capacity-values.ts'

const slots = [10, 20, 30, 40, 50, 0, null]
const ever: CapacityLimit = { quantityLimit: slots, effectiveDate: null, effectiveBetween: null }
const june: CapacityLimit = { ...ever, effectiveDate: '2026-06-01' }
const peak: CapacityLimit = { ...ever, effectiveBetween: { from: '2026-11-23', to: '2026-12-24' } }
const values = (...capacities: CapacityLimit[]): CapacityValues => ({
  client: 'A',
  carrier: 'B',
  version: 1,
  capacities,
})

test.each([
  ['', null, false],
  ['500', 500, false],
  [' 0 ', 0, false],
  ['1,200', 1200, false],
  ['-1', '-1', true],
  ['1.5', '1.5', true],
  ['1e3', '1e3', true],
  ['abc', 'abc', true],
  ['1,2', '1,2', true],
  ['2.', '2.', true],
  ['2.000', '2.000', true],
])('what is typed into a slot is not altered: %j', (text, slot, isWrong) => {
  expect(typedSlot(text)).toBe(slot)
  expect(slotProblem(slot) !== undefined).toBe(isWrong)
  const quantityLimit = [typedSlot(text) as number, ...slots.slice(1)]
  const read = capacityValues.safeParse(values({ ...ever, quantityLimit }))
  expect(read.success).toBe(!isWrong)
  if (isWrong) {
    expect(slotText(slot)).toBe(text)
    expect(limitOn([{ ...ever, quantityLimit }], '2026-11-23')).toBe(null)
  }
})

test('a new capacity applies from the start, or from a day to enter', () => {
  expect(newCapacity([])).toMatchObject({ effectiveDate: null })
  expect(newCapacity([ever])).toMatchObject({ effectiveDate: '' })
  expect(effectKind(newCapacity([ever]))).toBe('from')
})

test('changing the kind of period keeps its first day', () => {
  expect(withEffect(june, 'between')).toEqual({ ...ever, effectiveBetween: { from: '2026-06-01', to: '' } })
  expect(withEffect(peak, 'from')).toEqual({ ...ever, effectiveDate: '2026-11-23' })
  expect(withEffect(peak, 'ever')).toEqual(ever)
})

test('finds the capacity of a day, ignoring unreadable ones', () => {
  const unread = { ...ever, effectiveDate: '5.' }
  const all = [unread, peak, ever, june]
  expect(['2026-05-31', '2026-06-01', '2026-11-23'].map((day) => placeOn(all, day))).toEqual([2, 3, 1])
  expect(placeOn([june], '2026-05-31')).toBeUndefined()
  // A Saturday, a Sunday, a Tuesday without any capacity.
  expect([limitOn(all, '2026-06-06'), limitOn(all, '2026-06-07'), limitOn([june], '2026-05-26')]).toEqual([
    0,
    null,
    null,
  ])
})

describe('problems', () => {
  test('are reported at their row, despite unreadable rows above', () => {
    expect(problemsOf([{ ...ever, effectiveDate: '' }, june, june])).toMatchObject([
      { path: 'capacities.2.effectiveDate' },
    ])
    const checked = capacityValues.safeParse(values(june, june))
    expect(checked.error?.issues).toMatchObject([{ path: ['capacities', 1, 'effectiveDate'] }])
  })
  test('include a missing day', () => {
    const checked = capacityValues.safeParse(values(withEffect(ever, 'between')))
    expect(checked.error?.issues.map(({ path }) => path.join('.'))).toContain('capacities.0.effectiveBetween.from')
  })
})

test('conflicting changes are compared by period', () => {
  const mine = values({ ...ever, quantityLimit: [1, ...slots.slice(1)] }, june)
  const theirs = { ...values(ever, peak), version: 2 }
  expect(Object.keys(shownCapacity(mine))).toEqual(['from the start', 'from 1 Jun 2026 on'])
  expect(shownCapacity(mine)['from the start']?.text).toBe('Mon 1, Tue 20, Wed 30, Thu 40, Fri 50, Sat none')
  expect(mergedCapacity(mine, theirs, new Set(['23 Nov 2026 to 24 Dec 2026', 'from 1 Jun 2026 on']))).toEqual({
    ...mine,
    version: 2,
    capacities: [mine.capacities[0], peak],
  })
})
