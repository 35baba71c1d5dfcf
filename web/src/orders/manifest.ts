import { formatCount } from '@despatch/domain/money/money'
import { lazy } from 'react'
import { entryOf } from '../kit/navigation/menu-keys.ts'
import { screenAddress } from '../kit/navigation/screen-address.ts'
import { amendTab, copyTab } from './addresses.ts'
import { duplicateOrder } from './palette-source.ts'
import type { Manifest } from '../kit/navigation/manifest.ts'

export const ordersManifest: Manifest = {
  screens: {
    'orderManagement.createNewOrder': {
      purpose: 'Creates an order by hand: customer, address, lines and service.',
      component: () => import('./create/create-order-screen.tsx').then((room) => room.CreateOrderScreen),
      record: copyTab,
    },
    'orderManagement.viewNewOrders': {
      purpose: 'Lists the orders that are not released yet, and releases them.',
      component: () => import('./view-new-orders-screen.tsx').then((room) => room.ViewNewOrdersScreen),
    },
    'orderManagement.orderSuspendAmendOrCancel': {
      purpose: 'Suspends, releases, amends and cancels orders that are not being picked yet.',
      tab: 'Suspend, amend, cancel',
      component: () =>
        import('./suspend-release-cancel/suspend-amend-cancel-screen.tsx').then(
          (room) => room.SuspendAmendCancelScreen,
        ),
      record: amendTab,
      inMenu: lazy(() => import('./work-view-links.tsx').then((room) => ({ default: room.WorkViewLinks }))),
    },
  },
  palette: [duplicateOrder],
  home: [
    {
      count: 'orders-to-release',
      rank: 1,
      label: (count) => (count === 1 ? 'order to release' : 'orders to release'),
      urgent: (urgent) => `${formatCount(urgent)} to go today or earlier`,
      address: entryOf('orderManagement.viewNewOrders').path,
      urgentAddress: screenAddress<{ readonly despatch: 'due' }>(entryOf('orderManagement.viewNewOrders').path)({
        despatch: 'due',
      }),
    },
    {
      count: 'orders-lacking',
      rank: 3,
      label: (count) => (count === 1 ? 'order needs attention' : 'orders need attention'),
      address: screenAddress<{ readonly attention: 'only' }>(entryOf('orderManagement.orderSuspendAmendOrCancel').path)(
        { attention: 'only' },
      ),
    },
  ],
}
