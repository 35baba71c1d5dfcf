import { expect, test } from 'vitest'
import { complete, NOTHING_PICKED, pickDay } from './picking.ts'

const spring = { from: '2026-03-01', to: '2026-05-31', place: 0 }
const autumn = { from: '2026-09-01', to: null, place: 1 }
const ranges = [spring, autumn]

test('two days make a range in either order', () => {
  const { picking } = pickDay(NOTHING_PICKED, ranges, '2026-07-31')
  expect(picking).toEqual({ first: '2026-07-31' })
  expect(pickDay(picking, ranges, '2026-07-01')).toEqual({
    picking: NOTHING_PICKED,
    range: { from: '2026-07-01', to: '2026-07-31' },
  })
  expect(pickDay(picking, ranges, '2026-07-31').range).toEqual({ from: '2026-07-31', to: '2026-07-31' })
})

test('picking a day of a range selects it, and its days can be replaced', () => {
  expect(pickDay(NOTHING_PICKED, ranges, '2027-01-01').picking).toEqual({ place: 1 })
  const { picking } = pickDay({ place: 0, isReplacing: true }, ranges, '2026-04-01')
  expect(pickDay(picking, ranges, '2026-06-15')).toEqual({
    picking: NOTHING_PICKED,
    range: { from: '2026-04-01', to: '2026-06-15' },
    place: 0,
  })
})

test('overlapping days are refused with a reason', () => {
  const first = { first: '2026-08-01' }
  expect(pickDay(first, ranges, '2026-09-01')).toEqual({
    picking: { ...first, problem: 'That overlaps with the range from 1 Sep 2026 on.' },
  })
  expect(complete(first, ranges, { from: '2026-08-01', to: null }).range).toBeUndefined()
  expect(complete(first, [spring], { from: '2026-08-01', to: null }).range).toEqual({ from: '2026-08-01', to: null })
})
