import { describe, expect, test } from 'vitest'
import { capacityProblems, type Effect, effectText, sortByPeriod } from './capacities.ts'

const ever: Effect = { effectiveFrom: null, effectiveBetween: null }
const onwards = (day: string): Effect => ({ effectiveFrom: day, effectiveBetween: null })
const between = (from: string, to: string): Effect => ({ effectiveFrom: null, effectiveBetween: { from, to } })
const peak = between('2026-11-23', '2026-12-24')

describe('problems of capacities', () => {
  test.each<[what: string, capacities: Effect[], problems: [path: string, message: string][]]>([
    ['none at all', [], []],
    ['one of each kind', [ever, onwards('2026-01-01'), peak], []],
    ['from the first of the days between which another counts', [onwards('2026-11-23'), peak], []],
    [
      'two from the start',
      [ever, peak, ever],
      [['2.effectiveDate', 'Another capacity has no start date. Give this one a date, or remove one']],
    ],
    [
      'two from the same day on',
      [onwards('2026-01-01'), ever, onwards('2026-01-01')],
      [['2.effectiveDate', 'Another capacity starts on 1 Jan 2026. Choose another date, or remove one']],
    ],
    ['days between that touch', [peak, between('2026-12-25', '2026-12-31')], []],
    [
      'overlapping days between: reported at the later capacity',
      [ever, between('2026-12-24', '2026-12-31'), onwards('2026-01-01'), peak],
      [['1.effectiveBetween.from', 'It overlaps with 23 Nov 2026 to 24 Dec 2026. Date ranges must not overlap']],
    ],
    [
      'out of order',
      [between('2026-12-24', '2026-11-23')],
      [['0.effectiveBetween.to', 'The end date is before the start date']],
    ],
    [
      'absurd years',
      [onwards('0206-01-01'), between('1999-01-01', '2200-01-01')],
      [
        ['0.effectiveDate', '1 Jan 206 is before 1 Jan 2000. Check the year'],
        ['1.effectiveBetween.from', '1 Jan 1999 is before 1 Jan 2000. Check the year'],
        ['1.effectiveBetween.to', '1 Jan 2200 is after 31 Dec 2100. Check the year'],
      ],
    ],
  ])('%s', (_what, capacities, problems) => {
    expect(capacityProblems(capacities).map(({ path, message }) => [path, message])).toEqual(problems)
  })
})

test('capacities are sorted by first day and described in words', () => {
  expect(sortByPeriod([peak, onwards('2026-01-01'), ever]).map(effectText)).toEqual([
    'from the start',
    'from 1 Jan 2026 on',
    '23 Nov 2026 to 24 Dec 2026',
  ])
})
