/**
 * All screens of the product, in one table (those of Reports & Enquiries in enquiry-rows.ts); the menu, the router, the tabs, the palette and the list of what is still
 * to come are made from it.
 *
 * To add a screen:
 * 1. Write its component, without props, in its room: `export function CreateOrderScreen()`. It reads and changes the
 *    address with `useScreenSearch(schema)` of `../table/screen-search.ts`, and calls with `call` of `./api/call.ts`.
 * 2. Give its row here a `component`: `() => import('../orders/create/create-order-screen.tsx').then((room) =>
 *    room.CreateOrderScreen)`. It becomes a chunk of its own; until then the row shows the 'Not built yet' page.
 * 3. A screen that opens once for each record (an order) says in `record` which search parameter names the record,
 *    and how its tab is called; an address with that parameter opens that tab.
 * The menu entry, its title, path and permission come from the domain's MENU by the row's key. Screens with an address
 * but no menu entry of their own stand in `beneath` of the entry whose permission they need.
 */
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { capacityTab } from '../routing/capacity/addresses.ts'
import { activeDatesTab } from '../routing/carriers/addresses.ts'
import { amendTab } from '../orders/addresses.ts'
import { limitsTab } from '../routing/parcel-limits/addresses.ts'
import { methodTabId } from '../routing/prices/addresses.ts'
import { recordTabs } from '../kit/tabs/record-tabs.ts'
import { ENQUIRY_ROWS } from './enquiry-rows.ts'
import { type Row, type RowBeneath, toCome } from './screen-row.ts'

export const ROWS: Record<LeafPath, Row & { readonly beneath?: readonly RowBeneath[] }> = {
  'setUpAndControl.clientAdministration.clientList': {
    area: 'administration',
    purpose: 'Lists the clients with their sub-accounts and currency; adds, changes and removes them.',
    component: () => import('../administration/clients/clients-screen.tsx').then((room) => room.ClientsScreen),
    record: recordTabs('client', 'Client'),
  },
  'setUpAndControl.clientAdministration.clientMenuOptions': {
    area: 'administration',
    purpose: 'Sets which menu entries a client’s contract covers.',
    component: () => import('../administration/clients/menu-options-screen.tsx').then((room) => room.MenuOptionsScreen),
  },
  'setUpAndControl.clientAdministration.clientSpecificParameters': {
    area: 'administration',
    purpose: 'Switches a client’s options for enquiries, parcel status and order lines.',
    component: () => import('../administration/clients/parameters-screen.tsx').then((room) => room.ParametersScreen),
  },
  'setUpAndControl.userAdministration.rolesAndPermissions': {
    area: 'administration',
    purpose: 'Defines roles and what each may see, open and change.',
    component: () => import('../administration/roles/roles-screen.tsx').then((room) => room.RolesScreen),
    record: recordTabs('role', 'Role'),
  },
  'setUpAndControl.userAdministration.manageUsers': {
    area: 'administration',
    purpose: 'Lists the users; adds, changes, locks and removes them, and resets passwords.',
    component: () => import('../administration/users/manage-users-screen.tsx').then((room) => room.ManageUsersScreen),
    record: recordTabs('user', 'User'),
  },
  'setUpAndControl.userAdministration.activateUsers': {
    area: 'administration',
    purpose: 'Lets users in whose accounts are not active yet, or no longer.',
    component: () =>
      import('../administration/users/activate/activate-users-screen.tsx').then((room) => room.ActivateUsersScreen),
  },
  'setUpAndControl.userAdministration.multipleUsers.userLoginStatus': {
    area: 'administration',
    purpose: 'Shows who is signed in now and since when.',
    component: () =>
      import('../administration/multiple-users/login-status-screen.tsx').then((room) => room.LoginStatusScreen),
  },
  'setUpAndControl.userAdministration.multipleUsers.addMultipleUsers': {
    area: 'administration',
    purpose: 'Adds many users from one file, with every refused row explained.',
    component: () =>
      import('../administration/multiple-users/add-multiple-users-screen.tsx').then(
        (room) => room.AddMultipleUsersScreen,
      ),
  },
  'setUpAndControl.userAdministration.multipleUsers.amendMultipleUsers': {
    area: 'administration',
    purpose: 'Gives many users another role at once.',
    component: () =>
      import('../administration/multiple-users/amend-multiple-users-screen.tsx').then(
        (room) => room.AmendMultipleUsersScreen,
      ),
  },
  'setUpAndControl.userAdministration.multipleUsers.deleteMultipleUsers': {
    area: 'administration',
    purpose: 'Removes many users at once, after showing whom it touches.',
    component: () =>
      import('../administration/multiple-users/delete-multiple-users-screen.tsx').then(
        (room) => room.DeleteMultipleUsersScreen,
      ),
  },
  'setUpAndControl.userAdministration.apiKeys': {
    area: 'administration',
    purpose: 'Makes and revokes the keys with which other systems feed the portal.',
    component: () => import('../administration/api-keys/api-keys-screen.tsx').then((room) => room.ApiKeysScreen),
  },
  'setUpAndControl.userAdministration.userActivityOverview': {
    area: 'administration',
    purpose: 'Shows who did what, for which client, and when.',
    component: () => import('../administration/activity/activity-screen.tsx').then((room) => room.ActivityScreen),
  },
  'carrierRoutingControl.carrierPrices': {
    area: 'carriers',
    purpose: 'Lists what each carrier service costs, by single price or by matrix, and changes it from a day on.',
    component: () => import('../routing/prices/carrier-prices-screen.tsx').then((room) => room.CarrierPricesScreen),
    record: { param: 'method', tabId: methodTabId, title: (id) => id },
    beneath: [
      {
        area: 'routing',
        purpose: 'The versions of a client’s rule book, each to bring back, and what its check finds.',
        component: () => import('../routing/rule-book/rule-book-screen.tsx').then((room) => room.RuleBookScreen),
        path: '/carrier-routing-control/rule-book',
        title: 'Rule Book',
        shows: ['costs', 'capacities', 'otherMethods'],
      },
    ],
  },
  'carrierRoutingControl.carrierActiveDates': {
    area: 'carriers',
    purpose: 'Sets from when to when each carrier may be used for a client.',
    component: () => import('../routing/carriers/carriers-screen.tsx').then((room) => room.CarriersScreen),
    record: activeDatesTab,
  },
  'carrierRoutingControl.carrierParcelLimits': {
    area: 'carriers',
    purpose: 'Sets the length, volume, weight and number of parcels that each service takes.',
    component: () =>
      import('../routing/parcel-limits/parcel-limits-screen.tsx').then((room) => room.ParcelLimitsScreen),
    record: limitsTab,
  },
  'carrierRoutingControl.carrierCapacitySetUp': {
    area: 'carriers',
    purpose: 'Sets how many parcels a carrier takes on each day of the week.',
    component: () => import('../routing/capacity/capacity-screen.tsx').then((room) => room.CapacityScreen),
    record: capacityTab,
  },
  'carrierRoutingControl.productFixedRoutingBySku': {
    area: 'routing',
    purpose: 'Holds SKUs and categories to a carrier or a service.',
    component: () =>
      import('../routing/fixed-routing/fixed-routing-screen.tsx').then((room) => room.FixedRoutingScreen),
  },
  'carrierRoutingControl.productFixedRoutingByRegion': {
    area: 'routing',
    purpose: 'Holds SKUs to a carrier or a service for deliveries to some regions.',
    component: () =>
      import('../routing/fixed-routing/fixed-routing-by-region-screen.tsx').then(
        (room) => room.FixedRoutingByRegionScreen,
      ),
  },
  'carrierRoutingControl.multiBoxProductsRouting': {
    area: 'routing',
    purpose: 'Sets which products’ boxes travel together, with one carrier.',
    component: () => import('../routing/multi-box/multi-box-screen.tsx').then((room) => room.MultiBoxScreen),
  },
  'returnsPortalControl.returnsPortalRules': toCome('returns', 'Sets what may be returned, until when and how.'),
  'returnsPortalControl.returnsOptionsRoutingRules': toCome('returns', 'Sets which return services are offered.'),
  'returnsPortalControl.returnReasonCodes': toCome('returns', 'Lists the reasons that a return may have.'),
  invoiceReconciliation: toCome(
    'invoices',
    'Imports carriers’ invoices, compares them with what was despatched, and accepts or rejects them.',
    [
      {
        ...toCome('invoices', 'The consignments of one invoice, each to accept or reject.'),
        path: '/invoice-reconciliation/invoice-details',
        title: 'Invoice Details',
      },
      {
        ...toCome('invoices', 'The parcels of one consignment, each to accept or reject.'),
        path: '/invoice-reconciliation/invoice-details-parcel',
        title: 'Invoice Details: Parcels',
      },
    ],
  ),
  'orderManagement.createNewOrder': {
    area: 'orders',
    purpose: 'Creates an order by hand: customer, address, lines and service.',
    component: () => import('../orders/create/create-order-screen.tsx').then((room) => room.CreateOrderScreen),
  },
  'orderManagement.viewNewOrders': {
    area: 'orders',
    purpose: 'Lists the orders that are not released yet, and releases them.',
    component: () => import('../orders/view-new-orders-screen.tsx').then((room) => room.ViewNewOrdersScreen),
  },
  'orderManagement.orderSuspendAmendOrCancel': {
    area: 'orders',
    purpose: 'Suspends, releases, amends and cancels orders that are not being picked yet.',
    component: () =>
      import('../orders/commands/suspend-amend-cancel-screen.tsx').then((room) => room.SuspendAmendCancelScreen),
    record: amendTab,
  },
  ...ENQUIRY_ROWS,
  'managementReports.keyMetrics': toCome('reports', 'The figures that matter, against the week and the year before.'),
  'managementReports.annualVolumes': toCome('reports', 'Orders, lines and parcels by year.'),
  'managementReports.annualVolumesByClient': toCome('reports', 'Orders, lines and parcels by year and client.'),
  'managementReports.summaryWeekByClient': toCome('reports', 'One week, client by client.'),
  'managementReports.volumeTrendsRolling52Weeks': toCome('reports', 'Volumes of the last 52 weeks, week by week.'),
  'managementReports.clientStockFlowProfile': toCome('reports', 'What came in and went out of stock, by client.'),
  'skusAndStock.stockReservation': toCome('stock', 'Reserves stock of a SKU, and shows what is left.'),
  'feeds.ordersFeed': {
    area: 'feeds',
    purpose: 'Takes in a file of orders, and says what became of every row.',
    component: () => import('../integrations/feeds/feed-screen.tsx').then((room) => room.OrdersFeedScreen),
  },
  'feeds.despatchesFeed': {
    area: 'feeds',
    purpose: 'Takes in a file of what was despatched, parcel by parcel.',
    component: () => import('../integrations/feeds/feed-screen.tsx').then((room) => room.DespatchesFeedScreen),
  },
  'feeds.deliveryEventsFeed': {
    area: 'feeds',
    purpose: 'Takes in a file of carriers’ delivery events.',
    component: () => import('../integrations/feeds/feed-screen.tsx').then((room) => room.DeliveryEventsFeedScreen),
  },
  'feeds.returnsFeed': {
    area: 'feeds',
    purpose: 'Takes in a file of what came back.',
    component: () => import('../integrations/feeds/feed-screen.tsx').then((room) => room.ReturnsFeedScreen),
  },
  'feeds.stockFeed': {
    area: 'feeds',
    purpose: 'Takes in a file of stock counts.',
    component: () => import('../integrations/feeds/feed-screen.tsx').then((room) => room.StockFeedScreen),
  },
  'feeds.carrierEventCodes': {
    area: 'feeds',
    purpose: 'Says what each carrier’s event codes mean, and which nobody knows yet.',
    component: () => import('../integrations/event-codes/event-codes-screen.tsx').then((room) => room.EventCodesScreen),
  },
  'feeds.webhooks': {
    area: 'feeds',
    purpose: 'Tells other systems of orders and deliveries as they happen, and shows what was told.',
    component: () => import('../integrations/webhooks/webhooks-screen.tsx').then((room) => room.WebhooksScreen),
    record: recordTabs('webhook', 'Webhook'),
  },
}
