import { formatCount } from '@despatch/domain/money/money'
import { lazy } from 'react'
import { entryOf } from '../kit/navigation/menu-keys.ts'
import { screenAddress } from '../kit/navigation/screen-address.ts'
import { amendTab, copyTab, OPEN_ORDERS_SCREEN } from './addresses.ts'
import { duplicateOrder } from './palette-source.ts'
import type { WorkOrderSearch } from './suspend-release-cancel/work-order-queries.ts'
import type { Manifest } from '../kit/navigation/manifest.ts'

const NEW_ORDERS_SCREEN = entryOf('orderManagement.viewNewOrders').path
type Narrowed = Partial<Pick<WorkOrderSearch, 'status' | 'despatch' | 'attention' | 'delay'>>
const newOrders = screenAddress<Narrowed>(NEW_ORDERS_SCREEN)
const openOrders = screenAddress<Narrowed>(OPEN_ORDERS_SCREEN)

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
      address: NEW_ORDERS_SCREEN,
      urgentAddress: newOrders({ despatch: 'due' }),
      otherwise: {
        address: openOrders({ status: ['N'] }),
        urgentAddress: openOrders({ status: ['N'], despatch: 'due' }),
      },
    },
    {
      count: 'orders-lacking',
      rank: 3,
      label: (count) => (count === 1 ? 'order needs attention' : 'orders need attention'),
      address: openOrders({ attention: 'only' }),
      otherwise: { address: newOrders({ attention: 'only', status: ['N', 'R', 'S'] }) },
    },
    {
      count: 'orders-past-despatch',
      rank: 2,
      label: (count) => (count === 1 ? 'order past its despatch day' : 'orders past their despatch day'),
      isLate: true,
      address: newOrders({ despatch: 'past', status: ['N', 'R', 'S'] }),
      otherwise: { address: openOrders({ despatch: 'past' }) },
    },
    {
      count: 'orders-picking-late',
      rank: 2,
      label: (count) =>
        count === 1 ? 'order in picking past its despatch day' : 'orders in picking past their despatch day',
      isLate: true,
      address: newOrders({ delay: 'pickingLate' }),
      otherwise: { address: openOrders({ delay: 'pickingLate' }) },
    },
    {
      count: 'orders-part-sent',
      rank: 3,
      label: (count) => (count === 1 ? 'order is part-sent' : 'orders are part-sent'),
      address: newOrders({ delay: 'partSent' }),
      otherwise: { address: openOrders({ delay: 'partSent' }) },
    },
  ],
}
