import { expect, test } from 'vitest'
import { type Delay, DELAY_CODES, DELAYS, workStatuses } from './delays.ts'
import { ORDER_STATUS_CODES, type OrderStatus } from './order-status.ts'

test.each<[Delay | undefined, OrderStatus[] | undefined, string]>([
  [undefined, undefined, 'NRS'],
  [undefined, ['R', 'P'], 'R'],
  ['pastDespatch', undefined, 'NRS'],
  ['pastDespatch', ['N'], 'N'],
  ['pickingLate', [], 'PK'],
  ['pickingLate', ['K', 'N'], 'K'],
  ['partSent', undefined, 'D'],
  ['partSent', ['N'], ''],
])('a work list with delay %s, filtered by %j, shows %j', (delay, requested, statuses) => {
  expect(workStatuses(delay, requested).join('')).toBe(statuses)
})

test('delays exclude each other, and delivered or cancelled orders have none', () => {
  const statuses = DELAY_CODES.flatMap((delay): readonly OrderStatus[] => DELAYS[delay].statuses)
  expect(ORDER_STATUS_CODES.filter((status) => statuses.includes(status)).join('')).toBe('NRSPKD')
  expect(statuses).toHaveLength(6)
})
