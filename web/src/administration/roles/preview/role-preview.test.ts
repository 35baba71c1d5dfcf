import {
  permissionTemplate,
  type PermissionTree,
  permissionTree,
  type Right,
} from '@despatch/domain/administration/roles/permissions'
import { expect, test } from 'vitest'
import '../../../shell/screens.ts'
import { roleDifference } from './role-preview.ts'

const ENQUIRY = 'reportsAndEnquiries.orderAndReturnsEnquiry'
const KEY_METRICS = 'managementReports.keyMetrics'
const client = (permissions: PermissionTree) => ({ permissions, isInternal: false })
const having = (...rights: Right[]) =>
  client(permissionTree((leaf, right) => leaf === ENQUIRY && rights.includes(right)))
const nothing = client(permissionTemplate())

test('Enable adds an entry to the menu, and opens nothing', () => {
  const { menu, screens, calls } = roleDifference(nothing, having('Enable'))
  expect(menu).toEqual({ gained: ['Reports & Enquiries › Order & Returns Enquiry'], lost: [] })
  expect([screens, calls]).toEqual([
    { gained: [], lost: [] },
    { gained: [], lost: [] },
  ])
})

test('Read Only opens its screen, the screens beneath it, and its calls', () => {
  const { menu, screens, calls } = roleDifference(having('Enable'), having('Enable', 'Read Only'))
  expect(menu.gained).toEqual([])
  expect(screens.gained).toEqual([
    'Order & Returns Enquiry',
    'Search Results',
    'Order',
    'Delivery Events',
    'Returns Events',
    'Summary Order History',
    'SKU Serials Despatched',
    'Serial Number History',
  ])
  expect(calls.gained.some((one) => one.startsWith('POST /api/orders/consolidated:'))).toBe(true)
})

test('removed rights close their screens; screens without a permission stay', () => {
  const { menu, screens, calls } = roleDifference(client(permissionTree(() => true)), nothing)
  expect([menu.gained, screens.gained, calls.gained]).toEqual([[], [], []])
  expect(calls.lost.some((one) => one.startsWith('DELETE /api/users:'))).toBe(true)
  expect(calls.lost.some((one) => one.includes('/api/session'))).toBe(false)
})

test('the lists behind a report’s figures open with it, for staff and clients', () => {
  const permissions = permissionTree((leaf) => leaf === KEY_METRICS)
  for (const role of [client(permissions), { permissions, isInternal: true }]) {
    const { menu, screens } = roleDifference(nothing, role)
    expect(menu.gained).toEqual(['Management Reports › Key Metrics'])
    expect(screens.gained).toEqual(['Key Metrics', 'Orders', 'Parcels', 'Returns'])
  }
})
