import { expect, test } from 'vitest'
import { weekMarks } from './week-marks.ts'

const weeks = (...values: number[]) =>
  values.map((value, at) => ({ start: ['2026-11-16', '2026-11-23', '2026-11-30'][at] ?? '', value }))

test.each([
  [
    weeks(1, 2, 3),
    [
      [1, 'Black Friday'],
      [2, 'Peak'],
    ],
  ],
  [weeks(1, 3, 2), [[1, 'Black Friday, Peak']]],
  [weeks(1, 0, 0), [[0, 'Peak']]],
  [weeks(0, 0, 0), []],
] as const)('weeks are marked, %#', (values, marks) => expect([...weekMarks(values)]).toEqual(marks))
