import { expect, test } from 'vitest'
import { cellsOf, withoutHeading, withPasted } from './pasted-cells.ts'
import { BLANK_ROW } from '../price-values.ts'
import { priceReader } from '../typed-price.ts'

test.each([
  ['4.50', undefined],
  ['4.50\r\n', undefined],
  [
    '1\t2\r\n3\t4\r\n',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['1\n2', [['1'], ['2']]],
  ['a\t', [['a', '']]],
  ['"Base\ncost"\t"1,234.50"\n\n5', [['Base cost', '1,234.50'], [''], ['5']]],
  ['"1\t2', [['1', '2']]],
])('%j is the cells %j', (text, cells) => expect(cellsOf(text)).toEqual(cells))

test.each([
  [
    [
      ['From', 'To', 'Base £'],
      ['0', '2', '£3.50'],
    ],
    1,
  ],
  [
    [
      ['from', ''],
      ['0', '2'],
    ],
    1,
  ],
  [
    [
      ['0', '2'],
      ['2', '5'],
    ],
    0,
  ],
  [
    [
      ['from 0', '£3.50'],
      ['2', '5'],
    ],
    0,
  ],
  [
    [
      ['1 Dec 2026', 'x'],
      ['2', '5'],
    ],
    0,
  ],
  [
    [
      ['', ''],
      ['2', '5'],
    ],
    0,
  ],
  [[['From', 'To']], 0],
  [[['€4.50'], ['€5']], 0],
  [[['CHF 4.50'], ['CHF 5']], 0],
  [[['12,50'], ['13,50']], 0],
  [[['Cost'], ['€5']], 1],
])('%j has %d rows of heading', (cells, count) => expect(withoutHeading(cells)).toEqual(cells.slice(count)))

const pounds = priceReader('GBP', 'By Weight Matrix')

test('pasted cells are parsed by their fields; invalid text stays as copied', () => {
  const read = priceReader('EUR', 'By Weight Matrix')
  const block = [['0', '2,500', '€1,250.50', '12,50', '.5', '£1', '6/1/26']]
  expect(withPasted([], { row: 0, field: 'from' }, block, read).rows).toEqual([
    {
      ...BLANK_ROW,
      from: '0',
      to: '2,500',
      baseCost: '1250.50',
      incrementalCost: '12,50',
      incrementStart: '0.5',
      increment: '£1',
      effectiveFrom: '6/1/26',
    },
  ])
})

const row = (from: string) => ({ ...BLANK_ROW, from, baseCost: '1', chargeID: `c${from}` })

test('a block fills cells right and down, and adds rows', () => {
  const { rows, leftOut } = withPasted([row('0'), row('5')], { row: 1, field: 'to' }, [['9', '2.50'], ['12']], pounds)
  expect(rows).toEqual([row('0'), { ...row('5'), to: '9', baseCost: '2.50' }, { ...BLANK_ROW, to: '12' }])
  expect(leftOut).toEqual({ lines: 0, columns: 0 })
})

test('cells that do not fit are counted', () => {
  const block = Array.from({ length: 600 }, () => ['1 Dec 2026', '24 Dec 2026', 'x'])
  const { rows, leftOut } = withPasted([row('0')], { row: 0, field: 'betweenFrom' }, block, pounds)
  expect(rows).toHaveLength(500)
  expect(rows[0]).toMatchObject({ from: '0', betweenFrom: '1 Dec 2026', betweenTo: '24 Dec 2026' })
  expect(leftOut).toEqual({ lines: 100, columns: 1 })
})
