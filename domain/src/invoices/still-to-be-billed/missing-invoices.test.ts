import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../calendar/day.ts'
import { findMissingInvoices, MAX_MISSING } from './missing-invoices.ts'

const MONDAY = '2026-01-05'
/** The invoice days of some weeks, counted from 0. */
const weeks = (...of: number[]) => of.map((week) => addDays(MONDAY, 7 * week))

test.each([
  ['every week came', weeks(0, 1, 2, 3, 4), addDays(MONDAY, 30), undefined],
  ['the next is not due yet', weeks(0, 1, 2, 3), addDays(MONDAY, 21 + 11), undefined],
  ['the next is overdue', weeks(0, 1, 2, 3), addDays(MONDAY, 21 + 12), weeks(4)],
  ['one in between', weeks(0, 1, 2, 4, 5), addDays(MONDAY, 36), weeks(3)],
  ['two in between and the last', weeks(0, 1, 2, 3, 4, 7, 8), addDays(MONDAY, 7 * 9 + 6), weeks(5, 6, 9)],
  [
    'a day early or late is no gap',
    [...weeks(0, 1), addDays(MONDAY, 15), addDays(MONDAY, 20)],
    addDays(MONDAY, 24),
    undefined,
  ],
  ['three invoices do not show a rhythm', weeks(0, 1, 2), addDays(MONDAY, 60), undefined],
  ['several on a day count as one', [...weeks(0, 0, 0, 0), ...weeks(1)], addDays(MONDAY, 60), undefined],
  ['later invoices are not known yet', weeks(0, 1, 2, 3, 4, 5), addDays(MONDAY, 24), undefined],
  ['no rhythm', [0, 3, 14, 15, 40].map((days) => addDays(MONDAY, days)), addDays(MONDAY, 90), undefined],
])('%s', (_what, days, asOf, missing) => {
  expect(findMissingInvoices(days, asOf)?.missing).toEqual(missing)
})

test('monthly and fortnightly invoices are distinguished', () => {
  const months = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']
  expect(findMissingInvoices(months, '2026-06-10')).toMatchObject({
    rhythm: 'monthly',
    last: '2026-04-30',
    missing: ['2026-05-30'],
  })
  expect(findMissingInvoices(weeks(0, 2, 4, 8), addDays(MONDAY, 60))).toMatchObject({
    rhythm: 'fortnightly',
    missing: weeks(6),
  })
})

test('each week of a weekly carrier is either present or missing, in any order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 19 }), { maxLength: 3 }), fc.boolean(), (left, isTurned) => {
      const there = weeks(...Array.from({ length: 21 }, (_none, week) => week).filter((week) => !left.includes(week)))
      const found = findMissingInvoices(isTurned ? there.toReversed() : there, addDays(MONDAY, 7 * 20))
      expect(found?.missing ?? []).toEqual(weeks(...left.toSorted((one, other) => one - other)))
    }),
  )
  const stopped = findMissingInvoices(weeks(0, 1, 2, 3), '2027-01-01')
  expect(stopped?.missing).toHaveLength(MAX_MISSING)
})
