import { describe, expect, test } from 'vitest'
import { activeDatesProblems, activeDatesText, carrierState, type ActiveRange, rangesOverlap } from './active-dates.ts'

const range = (from: string, to: string | null = null): ActiveRange => ({ from, to })
const spring = range('2026-03-01', '2026-05-31')

describe('problems of active dates', () => {
  test.each<[what: string, ranges: ActiveRange[], problems: [path: string, message: string][]]>([
    ['none at all', [], []],
    ['one', [spring], []],
    ['one day', [range('2026-03-01', '2026-03-01')], []],
    ['one that ends the day before the next begins', [spring, range('2026-06-01')], []],
    [
      'a range that begins on the last day of another',
      [spring, range('2026-05-31', '2026-06-30')],
      [['1.from', 'It overlaps with 1 Mar 2026 to 31 May 2026: begin on 1 Jun 2026 or later']],
    ],
    [
      'the later range is listed first',
      [range('2026-05-01', '2026-06-30'), spring],
      [['0.from', 'It overlaps with 1 Mar 2026 to 31 May 2026: begin on 1 Jun 2026 or later']],
    ],
    [
      'equal ranges: reported at the second',
      [spring, spring],
      [['1.from', 'It overlaps with 1 Mar 2026 to 31 May 2026: begin on 1 Jun 2026 or later']],
    ],
    [
      'a range after an open-ended one',
      [range('2026-01-01'), spring],
      [['1.from', 'It overlaps with the range from 1 Jan 2026 on: give that one a last day']],
    ],
    [
      'a range within another',
      [range('2026-04-01', '2026-04-02'), spring],
      [['0.from', 'It overlaps with 1 Mar 2026 to 31 May 2026: begin on 1 Jun 2026 or later']],
    ],
    [
      'a reversed range, which overlaps nothing',
      [range('2026-05-01', '2026-04-30'), spring],
      [['0.to', 'The end date is before the start date']],
    ],
    [
      'absurd years',
      [range('1999-12-31', '2000-01-01'), range('2099-01-01', '2101-01-01')],
      [
        ['0.from', '31 Dec 1999 is before 1 Jan 2000. Check the year'],
        ['1.to', '1 Jan 2101 is after 31 Dec 2100. Check the year'],
      ],
    ],
    ['the first and the last day there are', [range('2000-01-01', '2100-12-31')], []],
  ])('%s', (_what, ranges, problems) => {
    expect(activeDatesProblems(ranges).map(({ path, message }) => [path, message])).toEqual(problems)
  })
})

test.each<[ActiveRange[], string]>([
  [[], 'Always'],
  [[range('2026-06-01'), spring], '1 Mar 2026 to 31 May 2026, from 1 Jun 2026 on'],
  [[range('2026-06-01')], 'From 1 Jun 2026 on'],
  [[range('2026-06-01', '2026-06-01')], '1 Jun 2026'],
])('in words: %j', (ranges, words) => {
  expect(activeDatesText(ranges)).toBe(words)
})

test.each<['Y' | 'N', ActiveRange[], string]>([
  ['Y', [], 'Active'],
  ['N', [], 'Not active'],
  ['Y', [spring], 'Active'],
  ['N', [spring], 'Not active'],
  ['Y', [range('2026-06-01')], 'Outside its active dates'],
  ['Y', [range('2026-01-01', '2026-02-28'), range('2026-06-01')], 'Outside its active dates'],
])('of a carrier %s with %j it is said on 1 Apr 2026: %s', (active, activeDates, words) => {
  expect(carrierState({ active, activeDates }, '2026-04-01')).toBe(words)
})

test('overlap does not depend on the order of two ranges', () => {
  const all = [
    spring,
    range('2026-05-31'),
    range('2026-06-01'),
    range('2026-01-01', '2026-02-28'),
    range('2027-01-01', '2026-01-01'),
  ]
  const pairs = all.map((one) => all.map((other) => rangesOverlap(one, other)))
  expect(pairs).toEqual(all.map((_one, index) => pairs.map((row) => row[index])))
  expect(pairs[0]).toEqual([true, true, false, false, false])
})
