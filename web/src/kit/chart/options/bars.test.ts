import { expect, test } from 'vitest'
import { markNamed } from './bars.ts'

test.each([
  ['DPD: 60% of parcels', ['DPD']],
  ['DPD and Evri: 90% of parcels', ['DPD', 'Evri']],
  ['Delayed: Weather: 40% of exceptions', ['Delayed: Weather']],
  ['Week of 9 Mar: 50% above average', ['9 Mar']],
  ['19 Mar: 40, usually 20', []],
  ['', []],
])('marks the bars that %j names', (finding, marked) => {
  const names = ['DPD', 'Evri', 'Delayed: Weather', '9 Mar', '']
  const bars = markNamed(
    names.map((name) => ({ name, value: 1 })),
    finding,
  )
  expect(bars.filter(({ isMarked }) => isMarked).map(({ name }) => name)).toEqual(marked)
})
