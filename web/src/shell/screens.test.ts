import { entriesNotSeen, SEES_EVERYTHING, SEES_NOTHING } from '@despatch/domain/administration/clients/visibility'
import { permissionTree } from '@despatch/domain/administration/roles/permissions'
import { expect, test } from 'vitest'
import { firstScreenBeneath } from '../kit/navigation/screen-access.ts'
import { type Session, session } from '../kit/session/session-store.ts'
import { tabOf } from '../kit/tabs/window-tabs.ts'
import './screens.ts'

type SessionOptions = { isInternal?: boolean; sees?: typeof SEES_NOTHING }

function sessionOf({ isInternal = false, sees = SEES_EVERYTHING }: SessionOptions = {}): Session {
  const role = { iforce_user: isInternal, permissions: permissionTree(() => true), sees }
  // As the server does, withhold the entries whose data the session may not see.
  const withheld = entriesNotSeen(sees)
  const clients = [{ code: 'ACME', name: 'Acme', currencyCode: 'GBP', withheld, switchedOff: [], sees }]
  return { user: { _id: '7', role }, clients, client: 'ACME' } as unknown as Session
}

test.each([
  ['/order-management', '/order-management/create-new-order'],
  ['/order-management/', '/order-management/create-new-order'],
  ['/setup-and-control/client-administration', '/setup-and-control/client-administration/client-list'],
  ['/order-management/create-new-order', undefined],
  ['/order', undefined],
  ['/nowhere', undefined],
])('the address %s leads to %s', (pathname, path) => {
  expect(firstScreenBeneath(sessionOf(), pathname)?.path).toBe(path)
})

test.each([
  [SEES_EVERYTHING, '/carrier-routing-control/carrier-prices'],
  [SEES_NOTHING, '/carrier-routing-control/carrier-active-dates'],
])('a group’s address leads to its first screen that the user may open: %j', (sees, path) => {
  expect(firstScreenBeneath(sessionOf({ sees }), '/carrier-routing-control')?.path).toBe(path)
})

test('a group without an open screen leads to its first screen, which explains why', () => {
  const withoutClient = { ...sessionOf(), clients: [] }
  expect(firstScreenBeneath(withoutClient, '/order-management')?.path).toBe('/order-management/create-new-order')
})

test('only internal users get a tab for an operator’s screen', () => {
  const address = { pathname: '/invoice-reconciliation/disputes', href: '/invoice-reconciliation/disputes', search: {} }
  session.store.set({ ...session.store.get(), ...sessionOf() })
  expect(tabOf(address)).toBeUndefined()
  session.store.set({ ...session.store.get(), ...sessionOf({ isInternal: true }) })
  expect(tabOf(address)).toMatchObject({ title: 'Disputes' })
})
