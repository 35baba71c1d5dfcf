import { expect, test } from 'vitest'
import type { ToPlan } from './day-plan.ts'
import { moveReason, placeWorthText, plainMoveReason, purposesOf } from './move-reasons.ts'

const option = (room: string, cost: number) => ({ method: room, room, cost })
const one = (options: ToPlan['options'], standing: number): ToPlan => ({
  parcels: 1,
  isUrgent: false,
  options,
  standing,
  missed: 250_000,
})

test('each move says what it is for', () => {
  const consignments = [
    one([option('dpd', 30_000), option('evri', 31_000)], 0),
    one([option('dpd', 30_000), option('evri', 45_000)], 1),
    one([option('dpd', 30_000)], -1),
    one([option('evri', 30_000)], 0),
  ]
  const purposes = purposesOf(consignments, { chosen: [1, 0, 0, 0], prices: { dpd: 4200 } })
  expect(purposes).toEqual([
    { kind: 'makesRoom', orders: 2, lastSaves: 4200 },
    { kind: 'cheaper', saves: 15_000 },
    { kind: 'placed' },
    undefined,
  ])
  const named = { from: 'DPD', to: 'Evri', currency: 'GBP' }
  expect(purposes.flatMap((move) => (move ? [moveReason(move, named)] : []))).toEqual([
    'Moved to Evri: DPD’s last places go to 2 orders that have no other carrier as cheap; the last of them saves £0.42',
    'Moved to Evri: saves £1.50',
    'Goes with Evri: it had no carrier',
  ])
  expect(purposes.flatMap((move) => (move ? [plainMoveReason(move, named)] : []))).toEqual([
    'Moved to Evri: places with DPD are kept for orders that have no other carrier as cheap',
    'Moved to Evri: planned with the other orders of the day',
    'Goes with Evri: it had no carrier',
  ])
})

test('a place whose last order saves nothing is not given a figure', () => {
  const named = { from: 'DPD', to: 'Evri', currency: 'GBP' }
  expect(moveReason({ kind: 'makesRoom', orders: 1, lastSaves: 0 }, named)).toBe(
    'Moved to Evri: DPD’s last places go to 1 order that has no other carrier as cheap',
  )
})

test('what to ask a carrier for', () => {
  expect(placeWorthText('DPD', '2026-12-01', 4200, 'GBP')).toBe('One more place with DPD on Tue 1 Dec is worth £0.42')
})
