import { expect, test } from 'vitest'
import {
  ACTIONABLE_STATUSES,
  isCancelled,
  isNotOnPickNote,
  isSuspended,
  isActionAllowed,
  ORDER_STATUS_CODES,
  ORDER_STATUSES,
  type OrderAction,
  type OrderStatus,
  statusAfter,
  whyFixed,
} from './order-status.ts'

test.each([
  ['N', 'New', false, 'release suspend amend cancel'],
  ['R', 'Released', false, 'suspend amend cancel'],
  ['S', 'SUSPENDED', false, 'release amend cancel'],
  ['P', 'Picking', true, ''],
  ['K', 'Packed', true, ''],
  ['D', 'Despatched', true, ''],
  ['V', 'Delivered', true, ''],
  ['C', 'Cancelled', false, ''],
] as [OrderStatus, string, boolean, string][])(
  '%s is %s: on a pick note %s, may be %s',
  (code, description, onPickNote, may) => {
    expect(ORDER_STATUSES[code]).toMatchObject({ description, onPickNote })
    const actions: OrderAction[] = ['release', 'suspend', 'amend', 'cancel']
    expect(actions.filter((action) => isActionAllowed(code, action))).toEqual(may.split(' ').filter(Boolean))
  },
)

test.each<[OrderStatus, OrderAction, OrderStatus]>([
  ['N', 'release', 'R'],
  ['S', 'release', 'R'],
  ['R', 'suspend', 'S'],
  ['S', 'cancel', 'C'],
  ['N', 'amend', 'N'],
  ['S', 'amend', 'S'],
])('%s after %s is %s', (status, action, after) => {
  expect(statusAfter(status, action)).toBe(after)
})

test('there are no other statuses, and three can be acted on', () => {
  expect(ORDER_STATUS_CODES.join('')).toBe('NRSPKDVC')
  expect(ACTIONABLE_STATUSES.join('')).toBe('NRS')
})

test.each([
  [{ Status: 'S' }, true],
  [{ Status: 'S', Status_Description: 'SUSPENDED' }, true],
  [{ Status: 'S', Status_Description: 'Suspended' }, false],
  [{ Status: 'S', Status_Description: '' }, false],
  [{ Status: 'N', Status_Description: 'SUSPENDED' }, false],
  [{}, false],
])('specification 4: %o is suspended: %s', (order, is) => {
  expect(isSuspended(order)).toBe(is)
})

test.each([
  [{ Status_Description: 'Cancelled' }, true],
  [{ Status_Description: 'cancelled' }, false],
  [{ Status: 'C' }, false],
  [{}, false],
])('specification 4: %o is filtered out of views: %s', (order, is) => {
  expect(isCancelled(order)).toBe(is)
})

test.each([
  [{}, true],
  [{ Status: '' }, true],
  [{ Status: 'S', Is_On_PickNote: 'true' }, true],
  [{ Status: 'N', Is_On_PickNote: 'false' }, true],
  [{ Status: 'P', Is_On_PickNote: 'true' }, false],
  [{ Status: 'P', Is_On_PickNote: 'False' }, false],
  [{ Status: 'P' }, false],
])('specification 4: %o shows as not on a pick note: %s', (order, is) => {
  expect(isNotOnPickNote(order)).toBe(is)
})

test('an order that can no longer be changed says why and what to do', () => {
  expect(ACTIONABLE_STATUSES.map(whyFixed)).toEqual([undefined, undefined, undefined])
  expect(whyFixed('P')).toBe(
    'This order is being picked and can no longer be changed. To stop it, contact the warehouse.',
  )
  expect(whyFixed('V')).toBe(
    'This order is delivered and can no longer be changed. If goods come back, create a return.',
  )
  expect(whyFixed('C')).toBe('This order is cancelled. To send the goods after all, duplicate it.')
})
