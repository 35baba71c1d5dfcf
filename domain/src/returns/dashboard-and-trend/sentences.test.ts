import { expect, test } from 'vitest'
import { behindMost, comparedLevel, levelAgainst, levelAndChange, outOfOrdinary } from './sentences.ts'

const named = (...values: number[]) => values.map((value, at) => ({ name: `Week ${at + 1}`, value }))

test.each([
  [120, [100, 100], 'Last week: 20% above average'],
  [70, [100], 'Last week: 30% below the week before'],
  [1030, [1000], 'Last week: 1,030, about the week before'],
  [5, [0, 0], 'Last week: 5, up from none'],
  [5, [], 'Last week: 5 pieces'],
  [1, [4], 'Last week: 75% below the week before'],
  [0, [0], ''],
  [0, [4], 'Last week: no pieces, usually 4'],
  [0, [4, 3], 'Last week: no pieces, usually 3.5'],
  [0, [40, 31], 'Last week: no pieces, usually 36'],
])('%d after %j', (value, before, words) =>
  expect(levelAndChange({ name: 'Last week', value }, before, ['piece', 'pieces'])).toBe(words),
)

test.each([
  [120, 100, 'Oct 2026: 20% above Oct 2025'],
  [1, 4, 'Oct 2026: 75% below Oct 2025'],
  [103, 100, 'Oct 2026: about as in Oct 2025'],
  [5, 0, 'Oct 2026: 5 orders'],
  [0, 0, ''],
  [0, 4, 'Oct 2026: no orders, Oct 2025: 4'],
])('%d against %d', (value, before, words) =>
  expect(levelAgainst({ name: 'Oct 2026', value }, { name: 'Oct 2025', value: before }, ['order', 'orders'])).toBe(
    words,
  ),
)

test.each([
  [[], ''],
  [[4], 'week before: 4'],
  [[4, 3], 'average of the 2 weeks before: 3.5'],
])('compares with %j', (before, words) => expect(comparedLevel(before)).toBe(words))

test('names the parts behind most of the total, unless it is spread evenly', () => {
  expect(
    behindMost(
      [
        { name: 'Damaged', value: 60 },
        { name: 'Too big', value: 40 },
      ],
      'pieces',
    ),
  ).toBe('Damaged: 60% of pieces')
  expect(behindMost(named(30, 25, 15, 15, 15), 'pieces')).toBe('Week 1 and Week 2: 55% of pieces')
  const long = named(30, 25, 15, 15, 15).map((one) => ({ ...one, name: `Royal Mail, ${one.name}` }))
  expect(behindMost(long, 'pieces')).toBe('Royal Mail, Week 1: 30% of pieces')
  expect(behindMost(named(20, 20, 20, 20, 20), 'pieces')).toBe('')
  expect(behindMost(named(7), 'pieces')).toBe('')
})

test('only values far from the median stand out', () => {
  expect(outOfOrdinary(named(100, 102, 98, 101, 99, 100, 300, 100))).toBe('Week 7: 300, usually 100')
  expect(outOfOrdinary(named(100, 102, 98, 101, 99, 100, 110, 100))).toBe('')
  expect(outOfOrdinary(named(1, 1, 1, 1, 1, 1, 1, 2))).toBe('')
  expect(outOfOrdinary(named(1, 300))).toBe('')
})
