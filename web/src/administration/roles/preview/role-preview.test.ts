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

test('showing an entry adds it to the menu, and opens nothing', () => {
  const { menu, screens, calls } = roleDifference(nothing, having('Enable'))
  expect(menu).toEqual({ gained: ['Reports & Enquiries › Order & Returns Enquiry'], lost: [] })
  expect([screens, calls]).toEqual([
    { gained: [], lost: [] },
    { gained: [], lost: [] },
  ])
})

test('reading opens the screen, those beneath it, and its calls', () => {
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
  ])
  expect(calls.gained.some((one) => one.startsWith('POST /api/orders/consolidated:'))).toBe(true)
})

test('what is taken away disappears; what needs no permission never does', () => {
  const { menu, screens, calls } = roleDifference(client(permissionTree(() => true)), nothing)
  expect([menu.gained, screens.gained, calls.gained]).toEqual([[], [], []])
  expect(calls.lost.some((one) => one.startsWith('DELETE /api/users:'))).toBe(true)
  expect(calls.lost.some((one) => one.includes('/api/session'))).toBe(false)
})

test('a screen that is still to come appears for internal users alone, as their menu shows it', () => {
  const permissions = permissionTree((leaf) => leaf === KEY_METRICS)
  const ofClient = roleDifference(nothing, client(permissions))
  expect([ofClient.menu.gained, ofClient.screens.gained]).toEqual([[], []])
  const internal = { permissions, isInternal: true }
  const ofStaff = roleDifference(nothing, internal)
  expect([ofStaff.menu.gained, ofStaff.screens.gained]).toEqual([['Management Reports › Key Metrics'], ['Key Metrics']])
  // A role that becomes a client's loses it, with the same permissions.
  expect(roleDifference(internal, client(permissions)).screens.lost).toEqual(['Key Metrics'])
})
