import { expect, test } from 'vitest'
import { behindMost, levelAndChange, outOfOrdinary } from './sentences.ts'

const named = (...values: number[]) => values.map((value, at) => ({ name: `Week ${at + 1}`, value }))

test.each([
  [120, [100, 100], 'Last week: 120 pieces, 20% more than the average of the 2 weeks before (100).'],
  [70, [100], 'Last week: 70 pieces, 30% fewer than the week before (100).'],
  [1030, [1000], 'Last week: 1,030 pieces, about the week before (1,000).'],
  [5, [0, 0], 'Last week: 5 pieces, after none before.'],
  [5, [], 'Last week: 5 pieces.'],
  [1, [4], 'Last week: 1 piece, 75% fewer than the week before (4).'],
  [0, [0], ''],
])('%d after %j', (value, before, words) =>
  expect(levelAndChange({ name: 'Last week', value }, before, ['piece', 'pieces'])).toBe(words),
)

test('what is behind most of it is named, and nothing where it is spread', () => {
  expect(
    behindMost(
      [
        { name: 'Damaged', value: 60 },
        { name: 'Too big', value: 40 },
      ],
      'pieces',
    ),
  ).toBe('Damaged is behind 60% of the pieces.')
  expect(behindMost(named(30, 25, 15, 15, 15), 'pieces')).toBe('Week 1 and Week 2 are behind 55% of the pieces.')
  expect(behindMost(named(20, 20, 20, 20, 20), 'pieces')).toBe('')
  expect(behindMost(named(7), 'pieces')).toBe('')
})

test('only what is far from the usual stands out', () => {
  expect(outOfOrdinary(named(100, 102, 98, 101, 99, 100, 300, 100), 'pieces')).toBe(
    'Week 7 stands out: 300 pieces, usually about 100.',
  )
  expect(outOfOrdinary(named(100, 102, 98, 101, 99, 100, 110, 100), 'pieces')).toBe('')
  expect(outOfOrdinary(named(1, 1, 1, 1, 1, 1, 1, 2), 'pieces')).toBe('')
  expect(outOfOrdinary(named(1, 300), 'pieces')).toBe('')
})
