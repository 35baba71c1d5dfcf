import { expect, test } from 'vitest'
import { flowHeight, flowOf } from './flow-layout.ts'

const nameOf = (end: string | null) => end ?? 'None'
const MOVES = [
  { from: 'DPD', to: 'UPS', count: 30 },
  { from: 'DPD', to: null, count: 10 },
  { from: 'EVRI', to: 'UPS', count: 60 },
]

test('ends are sorted by size, and bands are proportional without overlap', () => {
  const { from, to, bands } = flowOf(MOVES, 100, nameOf)
  expect(from.map(({ name, count }) => [name, count])).toEqual([
    ['EVRI', 60],
    ['DPD', 40],
  ])
  expect(to.map(({ name, count }) => [name, count])).toEqual([
    ['UPS', 90],
    ['None', 10],
  ])
  expect(bands.map(({ from: end, to: other, left, right }) => [end, other, left, right])).toEqual([
    ['EVRI', 'UPS', { top: 0, bottom: 60 }, { top: 0, bottom: 60 }],
    ['DPD', 'UPS', { top: 66, bottom: 96 }, { top: 60, bottom: 90 }],
    ['DPD', 'None', { top: 96, bottom: 106 }, { top: 96, bottom: 106 }],
  ])
})

test('a small end has room for its name, and many small ends are merged', () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ from: `M${at}`, to: 'UPS', count: at + 1 }))
  const flow = flowOf(many, 160, nameOf)
  expect(flow.from).toHaveLength(8)
  expect(flow.from.reduce((sum, { count }) => sum + count, 0)).toBe(210)
  expect(flow.from.some(({ name }) => name === 'Others')).toBe(true)
  const tops = flow.from.map(({ top }) => top)
  expect(tops.every((top, at) => at === 0 || top - (tops[at - 1] ?? 0) >= 18)).toBe(true)
  expect(flowHeight(flow)).toBeGreaterThan(160)
})
