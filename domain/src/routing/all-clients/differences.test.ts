import { expect, test } from 'vitest'
import { differingCells } from './differences.ts'

type Row = readonly [carrier: string, dates: string, active: string]
const differing = (rows: readonly Row[]) =>
  [
    ...differingCells(rows, ([carrier]) => carrier, {
      dates: ([, dates]) => dates,
      active: ([, , active]) => active,
    }).values(),
  ].map((columns) => [...columns.keys()])

test.each<[string, Row[], string[][]]>([
  [
    'all agree',
    [
      ['DHL', 'a', 'Y'],
      ['DHL', 'a', 'Y'],
    ],
    [[], []],
  ],
  [
    'one of three differs',
    [
      ['DHL', 'a', 'Y'],
      ['DHL', 'b', 'Y'],
      ['DHL', 'a', 'Y'],
    ],
    [[], ['dates'], []],
  ],
  [
    'two differ: no majority',
    [
      ['DHL', 'a', 'Y'],
      ['DHL', 'b', 'Y'],
    ],
    [['dates'], ['dates']],
  ],
  [
    'carriers are compared separately',
    [
      ['DHL', 'a', 'Y'],
      ['DPD', 'b', 'N'],
    ],
    [[], []],
  ],
])('%s', (_what, rows, columns) => {
  expect(differing(rows)).toEqual(columns)
})
