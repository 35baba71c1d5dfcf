import { amendTab } from './addresses.ts'
import type { Manifest } from '../kit/navigation/manifest.ts'

export const ordersManifest: Manifest = {
  screens: {
    'orderManagement.createNewOrder': {
      area: 'orders',
      purpose: 'Creates an order by hand: customer, address, lines and service.',
      component: () => import('./create/create-order-screen.tsx').then((room) => room.CreateOrderScreen),
    },
    'orderManagement.viewNewOrders': {
      area: 'orders',
      purpose: 'Lists the orders that are not released yet, and releases them.',
      component: () => import('./view-new-orders-screen.tsx').then((room) => room.ViewNewOrdersScreen),
    },
    'orderManagement.orderSuspendAmendOrCancel': {
      area: 'orders',
      purpose: 'Suspends, releases, amends and cancels orders that are not being picked yet.',
      component: () =>
        import('./suspend-release-cancel/suspend-amend-cancel-screen.tsx').then(
          (room) => room.SuspendAmendCancelScreen,
        ),
      record: amendTab,
    },
  },
}
