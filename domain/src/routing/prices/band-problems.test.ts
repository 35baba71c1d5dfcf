import { expect, test } from 'vitest'
import { type Band, bandProblems } from './band-problems.ts'

const band = (from: number, to: number | null, given: Partial<Band> = {}): Band => ({
  from,
  to,
  effectiveFrom: null,
  effectiveBetween: null,
  ...given,
})
const between = (from: string, to: string) => ({ effectiveBetween: { from, to } })

test.each<[what: string, rows: Band[], wrong: number[]]>([
  ['one after the other', [band(0, 5), band(5, 10), band(10, null)], []],
  ['a gap', [band(0, 5), band(6, null)], []],
  ['one within the other', [band(0, 10), band(2, 3)], [1]],
  ['the same twice', [band(0, 5), band(0, 5)], [1]],
  ['two without end', [band(0, null), band(9, null)], [1]],
  ['of one each', [band(1, 1), band(2, 2), band(3, 10)], []],
  ['of one twice', [band(1, 1), band(1, 1)], [1]],
  ['of one at the end of another', [band(0, 3), band(3, 3)], [1]],
  ['of one at the beginning of another', [band(1, 1), band(1, 5)], [1]],
  ['of one within another', [band(0, 5), band(3, 3)], [1]],
  ['told once a row', [band(0, 5), band(0, 5), band(0, 5)], [1, 2]],
  ['the same from another day on', [band(0, 5), band(0, 5, { effectiveFrom: '2026-01-01' })], []],
  [
    'the same quantities from the same day on',
    [band(0, 5, { effectiveFrom: '2026-01-01' }), band(4, 6, { effectiveFrom: '2026-01-01' })],
    [1],
  ],
  ['days between beside from a day on', [band(0, 5), band(0, 5, between('2026-12-01', '2026-12-24'))], []],
  [
    'overlapping days between',
    [band(0, 5, between('2026-12-01', '2026-12-24')), band(0, 5, between('2026-12-24', '2026-12-31'))],
    [1],
  ],
  [
    'separate days between',
    [band(0, 5, between('2026-12-01', '2026-12-24')), band(0, 5, between('2026-12-25', '2026-12-31'))],
    [],
  ],
])('%s', (_what, rows, wrong) => {
  expect(bandProblems(rows).map(({ row }) => row)).toEqual(wrong)
})

test('the message names the earlier row', () => {
  expect(bandProblems([band(0, 5), band(5, 9), band(8, null)])).toEqual([
    { row: 2, other: 1, field: 'from', message: 'It overlaps row 2' },
  ])
})
