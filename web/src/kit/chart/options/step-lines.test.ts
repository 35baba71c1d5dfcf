import { expect, test } from 'vitest'
import { stepLines, valueAt } from './step-lines.ts'

const pieces = [
  { from: 0, to: 1, value: 4 },
  { from: 1, to: 2, value: null },
  { from: 2, to: 5, value: 6 },
]

test.each([
  [0, 4],
  [1, 4],
  [1.5, null],
  [2, null],
  [2.1, 6],
  [5, 6],
  [5.1, null],
])('the value at %d is %j', (at, value) => expect(valueAt(pieces, at)).toBe(value))

test('counts are drawn as a point each from 1, without points where no value exists', () => {
  const palette = { surface: '', line: '', text: '', muted: '', other: '', series: [] }
  const lines = [{ name: 'Cost', pieces }]
  const input = { lines, along: 'Parcels', most: 4, valueText: String }
  const drawn = stepLines({ ...input, isCounted: true }, palette)
  expect(drawn.xAxis).toMatchObject({ type: 'category', data: ['1', '2', '3', '4'] })
  expect(drawn.series).toMatchObject([{ data: [4, null, 6, 6], lineStyle: { width: 0 } }])
  expect(stepLines(input, palette).xAxis).toMatchObject({ type: 'value', min: 0, max: 4 })
})
