import { addDays } from '@despatch/domain/calendar/day'
import { expect, test } from 'vitest'
import { rangesOfNight } from './prove.ts'

const NIGHTS = Array.from({ length: 30 }, (_, night) => addDays('2026-06-01', night))

test.each(['2026-05-20', '2026-04-20', '2026-03-01', '2024-01-01'])(
  'within thirty nights each day since %s is compared, and those before and to come',
  (first) => {
    const compared = (day: string) =>
      NIGHTS.some((today) =>
        rangesOfNight(first, today).some((range) => (range.first ?? day) <= day && day <= (range.last ?? day)),
      )
    for (let day = addDays(first, -400); day < '2027-01-01'; day = addDays(day, 1))
      expect([day, compared(day)]).toEqual([day, true])
  },
)

test('one night compares one month of thirty beside the last days', () => {
  for (const today of NIGHTS) {
    const ranges = rangesOfNight('2024-01-15', today)
    expect(ranges.length).toBeLessThanOrEqual(3)
    expect(ranges[0]).toEqual({ last: '2024-01-14' })
    expect(ranges.at(-1)).toEqual({ first: addDays(today, -34) })
  }
})
