import { formatCount } from '@despatch/domain/money/money'
import { ACTIONABLE_STATUSES } from '@despatch/domain/orders/order-status'
import { clockText } from '@despatch/domain/routing/cut-offs/cut-off'
import { entryOf } from '../kit/navigation/menu-keys.ts'
import { screenAddress } from '../kit/navigation/screen-address.ts'
import { leftText } from '../routing/cut-offs/left-text.ts'
import { amendTab, copyTab, OPEN_ORDERS_SCREEN } from './addresses.ts'
import { duplicateOrder } from './palette-source.ts'
import type { Manifest } from '../kit/navigation/manifest.ts'
import { viewFilters, VIEWS, type ViewPart } from './work-list/work-views.ts'

const NEW_ORDERS_SCREEN = entryOf('orderManagement.viewNewOrders').path
const newOrders = screenAddress<ViewPart>(NEW_ORDERS_SCREEN)
const openOrders = screenAddress<ViewPart>(OPEN_ORDERS_SCREEN)

/** Addresses of a built-in view in both lists, so that Home opens the list that its number counts. */
function placesOf(of: (typeof VIEWS)[number]['of'], narrowed: ViewPart = {}) {
  const view = VIEWS.find((one) => one.of === of)
  if (!view) throw new Error(`There is no view ${of}`)
  return {
    inNew: newOrders({ ...viewFilters(view, { defaultStatuses: ['N'] }), ...narrowed }),
    inOpen: openOrders({ ...viewFilters(view, { defaultStatuses: ACTIONABLE_STATUSES }), ...narrowed }),
  }
}

const goTodayOrEarlier = (urgent: number) => `${formatCount(urgent)} due today or earlier`
const toRelease = placesOf('toRelease')
const withoutCarrier = placesOf('noCarrier')
const withoutCarrierDue = placesOf('noCarrier', { despatch: 'due' })
const lacking = placesOf('needsAttention')
const past = placesOf('pastDespatch')
const pickingLate = placesOf('pickingLate')
const partSent = placesOf('partSent')
const atCutOff = (cutOff: 'soon' | 'missed') => ({
  inNew: newOrders({ cutOff, status: [...ACTIONABLE_STATUSES] }),
  inOpen: openOrders({ cutOff }),
})
const cutOffSoon = atCutOff('soon')
const missedCutOff = atCutOff('missed')
const short = {
  inNew: newOrders({ attention: 'stock', status: [...ACTIONABLE_STATUSES] }),
  inOpen: openOrders({ attention: 'stock' }),
}

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
        import('./commands/suspend-amend-cancel-screen.tsx').then((room) => room.SuspendAmendCancelScreen),
      record: amendTab,
    },
  },
  palette: [duplicateOrder],
  home: [
    {
      count: 'orders-to-release',
      rank: 1,
      label: (count) => (count === 1 ? 'order to release' : 'orders to release'),
      urgent: goTodayOrEarlier,
      address: NEW_ORDERS_SCREEN,
      urgentAddress: newOrders({ despatch: 'due' }),
      otherwise: {
        address: toRelease.inOpen,
        urgentAddress: placesOf('toRelease', { despatch: 'due' }).inOpen,
      },
    },
    {
      count: 'orders-without-carrier',
      rank: 2,
      label: (count) => (count === 1 ? 'order has no carrier' : 'orders have no carrier'),
      urgent: goTodayOrEarlier,
      address: withoutCarrier.inOpen,
      urgentAddress: withoutCarrierDue.inOpen,
      otherwise: { address: withoutCarrier.inNew, urgentAddress: withoutCarrierDue.inNew },
    },
    {
      count: 'orders-lacking',
      rank: 3,
      label: (count) => (count === 1 ? 'order needs attention' : 'orders need attention'),
      address: lacking.inOpen,
      otherwise: { address: lacking.inNew },
    },
    {
      count: 'orders-past-despatch',
      rank: 2,
      label: (count) => (count === 1 ? 'overdue order' : 'overdue orders'),
      isLate: true,
      address: past.inNew,
      otherwise: { address: past.inOpen },
    },
    {
      count: 'orders-past-cut-off',
      rank: 1,
      label: (count) => (count === 1 ? 'order of today missed its cut-off' : 'orders of today missed their cut-off'),
      isLate: true,
      address: missedCutOff.inOpen,
      otherwise: { address: missedCutOff.inNew },
    },
    {
      count: 'orders-cut-off-soon',
      rank: 1,
      label: (count) => (count === 1 ? 'order has a cut-off within 2 hours' : 'orders have a cut-off within 2 hours'),
      deadline: (by, now) => `start by ${clockText(new Date(by))}, ${leftText(by, now)}`,
      address: cutOffSoon.inOpen,
      otherwise: { address: cutOffSoon.inNew },
    },
    {
      count: 'orders-picking-late',
      rank: 2,
      label: (count) => (count === 1 ? 'overdue order in picking' : 'overdue orders in picking'),
      isLate: true,
      address: pickingLate.inNew,
      otherwise: { address: pickingLate.inOpen },
    },
    {
      count: 'orders-part-sent',
      rank: 3,
      label: (count) => (count === 1 ? 'order is part-sent' : 'orders are part-sent'),
      address: partSent.inNew,
      otherwise: { address: partSent.inOpen },
    },
    {
      count: 'orders-short',
      rank: 3,
      label: (count) => (count === 1 ? 'order is short of stock' : 'orders are short of stock'),
      address: short.inNew,
      otherwise: { address: short.inOpen },
    },
  ],
}
