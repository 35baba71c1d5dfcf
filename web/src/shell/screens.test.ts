import { expect, test } from 'vitest'
import { firstScreenBeneath } from '../kit/navigation/screens.ts'
import './screens.ts'

test.each([
  ['/order-management', '/order-management/create-new-order'],
  ['/order-management/', '/order-management/create-new-order'],
  ['/setup-and-control/client-administration', '/setup-and-control/client-administration/client-list'],
  ['/order-management/create-new-order', undefined],
  ['/order', undefined],
  ['/nowhere', undefined],
])('the address %s leads to %s', (pathname, path) => {
  expect(firstScreenBeneath(pathname)?.path).toBe(path)
})
