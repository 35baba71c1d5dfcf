/**
 * All screens of the product, in one table; the menu, the router, the tabs, the palette and the list of what is still
 * to come are made from it.
 *
 * To add a screen:
 * 1. Write its component, without props, in its room: `export function CreateOrderScreen()`. It reads and changes the
 *    address with `useScreenSearch(schema)` of `../table/screen-search.ts`, and calls with `call` of `./api/call.ts`.
 * 2. Give its row here a `component`: `() => import('../orders/create-order-screen.tsx').then((room) =>
 *    room.CreateOrderScreen)`. It becomes a chunk of its own; until then the row shows the 'Not built yet' page.
 * 3. A screen that opens once for each record (an order) says in `record` which search parameter names the record,
 *    and how its tab is called; an address with that parameter opens that tab.
 * The menu entry, its title, path and permission come from the domain's MENU by the row's key. Screens with an address
 * but no menu entry of their own stand in `beneath` of the entry whose permission they need.
 */
import { orderTabTitles } from '@despatch/domain/enquiries/order-tabs'
import type { LeafPath } from '@despatch/domain/roles/menu'
import type { ComponentType } from 'react'
import { capacityTab } from '../capacity/addresses.ts'
import { activeDatesTab } from '../carriers/addresses.ts'
import { amendTab } from '../orders/addresses.ts'
import { limitsTab } from '../parcel-limits/addresses.ts'
import { methodTabId } from '../prices/addresses.ts'
import { orderTabs, type RecordTabs, recordTabs } from './tabs/record-tabs.ts'

export type Area =
  | 'administration'
  | 'carriers'
  | 'routing'
  | 'returns'
  | 'invoices'
  | 'orders'
  | 'enquiries'
  | 'reports'
  | 'stock'
  | 'feeds'

export type Row = {
  readonly area: Area
  /** What one does there: the 'Not built yet' page, the palette and the home page say it. */
  readonly purpose: string
  /** Undefined: still to come. */
  readonly component?: () => Promise<ComponentType>
  readonly record?: RecordTabs
}
type RowBeneath = Row & { readonly path: string; readonly title: string }

const toCome = (area: Area, purpose: string, beneath: readonly RowBeneath[] = []) => ({ area, purpose, beneath })

const ENQUIRY = '/reporting-and-enquiries/order-and-returns-enquiry'
const EXCEPTIONS = '/reporting-and-enquiries/carrier-delivery-exceptions/exceptions-orders'

export const ROWS: Record<LeafPath, Row & { readonly beneath?: readonly RowBeneath[] }> = {
  'setUpAndControl.clientAdministration.clientList': {
    area: 'administration',
    purpose: 'Lists the clients with their sub-accounts and currency; adds, changes and removes them.',
    component: () => import('../clients/clients-screen.tsx').then((room) => room.ClientsScreen),
    record: recordTabs('client', 'Client'),
  },
  'setUpAndControl.clientAdministration.clientMenuOptions': {
    area: 'administration',
    purpose: 'Sets which menu entries a client’s contract covers.',
    component: () => import('../clients/menu-options-screen.tsx').then((room) => room.MenuOptionsScreen),
  },
  'setUpAndControl.clientAdministration.clientSpecificParameters': {
    area: 'administration',
    purpose: 'Switches a client’s options for enquiries, parcel status and order lines.',
    component: () => import('../clients/parameters-screen.tsx').then((room) => room.ParametersScreen),
  },
  'setUpAndControl.userAdministration.rolesAndPermissions': {
    area: 'administration',
    purpose: 'Defines roles and what each may see, open and change.',
    component: () => import('../roles/roles-screen.tsx').then((room) => room.RolesScreen),
    record: recordTabs('role', 'Role'),
  },
  'setUpAndControl.userAdministration.manageUsers': {
    area: 'administration',
    purpose: 'Lists the users; adds, changes, locks and removes them, and resets passwords.',
    component: () => import('../users/manage-users-screen.tsx').then((room) => room.ManageUsersScreen),
    record: recordTabs('user', 'User'),
  },
  'setUpAndControl.userAdministration.activateUsers': {
    area: 'administration',
    purpose: 'Lets users in whose accounts are not active yet, or no longer.',
    component: () => import('../users/activate-users-screen.tsx').then((room) => room.ActivateUsersScreen),
  },
  'setUpAndControl.userAdministration.multipleUsers.userLoginStatus': {
    area: 'administration',
    purpose: 'Shows who is signed in now and since when.',
    component: () => import('../users/login-status-screen.tsx').then((room) => room.LoginStatusScreen),
  },
  'setUpAndControl.userAdministration.multipleUsers.addMultipleUsers': {
    area: 'administration',
    purpose: 'Adds many users from one file, with every refused row explained.',
    component: () => import('../users/add-multiple-users-screen.tsx').then((room) => room.AddMultipleUsersScreen),
  },
  'setUpAndControl.userAdministration.multipleUsers.amendMultipleUsers': {
    area: 'administration',
    purpose: 'Gives many users another role at once.',
    component: () => import('../users/amend-multiple-users-screen.tsx').then((room) => room.AmendMultipleUsersScreen),
  },
  'setUpAndControl.userAdministration.multipleUsers.deleteMultipleUsers': {
    area: 'administration',
    purpose: 'Removes many users at once, after showing whom it touches.',
    component: () => import('../users/delete-multiple-users-screen.tsx').then((room) => room.DeleteMultipleUsersScreen),
  },
  'setUpAndControl.userAdministration.apiKeys': {
    area: 'administration',
    purpose: 'Makes and revokes the keys with which other systems feed the portal.',
    component: () => import('../api-keys/api-keys-screen.tsx').then((room) => room.ApiKeysScreen),
  },
  'setUpAndControl.userAdministration.userActivityOverview': {
    area: 'administration',
    purpose: 'Shows who did what, for which client, and when.',
    component: () => import('../activity/activity-screen.tsx').then((room) => room.ActivityScreen),
  },
  'carrierRoutingControl.carrierPrices': {
    area: 'carriers',
    purpose: 'Lists what each carrier service costs, by single price or by matrix, and changes it from a day on.',
    component: () => import('../prices/carrier-prices-screen.tsx').then((room) => room.CarrierPricesScreen),
    record: { param: 'method', tabId: methodTabId, title: (id) => id },
    beneath: [
      {
        area: 'routing',
        purpose: 'The versions of a client’s rule book, each to bring back, and what its check finds.',
        component: () => import('../allocation/rule-book-screen.tsx').then((room) => room.RuleBookScreen),
        path: '/carrier-routing-control/rule-book',
        title: 'Rule Book',
      },
    ],
  },
  'carrierRoutingControl.carrierActiveDates': {
    area: 'carriers',
    purpose: 'Sets from when to when each carrier may be used for a client.',
    component: () => import('../carriers/carriers-screen.tsx').then((room) => room.CarriersScreen),
    record: activeDatesTab,
  },
  'carrierRoutingControl.carrierParcelLimits': {
    area: 'carriers',
    purpose: 'Sets the length, volume, weight and number of parcels that each service takes.',
    component: () => import('../parcel-limits/parcel-limits-screen.tsx').then((room) => room.ParcelLimitsScreen),
    record: limitsTab,
  },
  'carrierRoutingControl.carrierCapacitySetUp': {
    area: 'carriers',
    purpose: 'Sets how many parcels a carrier takes on each day of the week.',
    component: () => import('../capacity/capacity-screen.tsx').then((room) => room.CapacityScreen),
    record: capacityTab,
  },
  'carrierRoutingControl.productFixedRoutingBySku': {
    area: 'routing',
    purpose: 'Holds SKUs and categories to a carrier or a service.',
    component: () => import('../fixed-routing/fixed-routing-screen.tsx').then((room) => room.FixedRoutingScreen),
  },
  'carrierRoutingControl.productFixedRoutingByRegion': {
    area: 'routing',
    purpose: 'Holds SKUs to a carrier or a service for deliveries to some regions.',
    component: () =>
      import('../fixed-routing/fixed-routing-by-region-screen.tsx').then((room) => room.FixedRoutingByRegionScreen),
  },
  'carrierRoutingControl.multiBoxProductsRouting': {
    area: 'routing',
    purpose: 'Sets which products’ boxes travel together, with one carrier.',
    component: () => import('../multi-box/multi-box-screen.tsx').then((room) => room.MultiBoxScreen),
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
    component: () => import('../orders/create-order-screen.tsx').then((room) => room.CreateOrderScreen),
  },
  'orderManagement.viewNewOrders': {
    area: 'orders',
    purpose: 'Lists the orders that are not released yet, and releases them.',
    component: () => import('../orders/view-new-orders-screen.tsx').then((room) => room.ViewNewOrdersScreen),
  },
  'orderManagement.orderSuspendAmendOrCancel': {
    area: 'orders',
    purpose: 'Suspends, releases, amends and cancels orders that are not being picked yet.',
    component: () => import('../orders/suspend-amend-cancel-screen.tsx').then((room) => room.SuspendAmendCancelScreen),
    record: amendTab,
  },
  'reportsAndEnquiries.carrierDeliveryExceptions': {
    area: 'enquiries',
    purpose: 'Shows parcels past their promised day, undelivered or delivered late.',
    component: () =>
      import('../delivery-exceptions/exceptions-screen.tsx').then((room) => room.DeliveryExceptionsScreen),
    beneath: [
      {
        area: 'enquiries',
        purpose: 'The orders behind one count of delivery exceptions.',
        component: () =>
          import('../delivery-exceptions/exception-orders-screen.tsx').then((room) => room.ExceptionOrdersScreen),
        path: EXCEPTIONS,
        title: 'Exceptions: Orders',
      },
      {
        area: 'enquiries',
        purpose: 'One late parcel, with its events.',
        component: () =>
          import('../delivery-exceptions/exception-parcel-screen.tsx').then((room) => room.ExceptionParcelScreen),
        path: `${EXCEPTIONS}/summary-for-parcel`,
        title: 'Exceptions: Parcel Summary',
        record: recordTabs('trackingNumber', 'Parcel'),
      },
    ],
  },
  'reportsAndEnquiries.orderAndReturnsEnquiry': {
    area: 'enquiries',
    purpose: 'Finds orders by reference, email or date range, and opens them with their events and history.',
    component: () => import('../enquiries/enquiry-screen.tsx').then((room) => room.EnquiryScreen),
    beneath: [
      {
        area: 'enquiries',
        purpose: 'The orders that match what was searched for.',
        component: () => import('../enquiries/search-results-screen.tsx').then((room) => room.SearchResultsScreen),
        path: `${ENQUIRY}/search-results-order`,
        title: 'Search Results',
      },
      {
        area: 'enquiries',
        purpose: 'One order whole: customer, address, lines, status and history.',
        component: () => import('../enquiries/order-screen.tsx').then((room) => room.OrderScreen),
        path: `${ENQUIRY}/summary-for-order`,
        title: 'Order {orderNumber}',
        record: orderTabs('orderNumber', 'order', orderTabTitles.order),
      },
      {
        area: 'enquiries',
        purpose: 'Where the parcels of one order are, and where they have been.',
        component: () => import('../enquiries/delivery-events-screen.tsx').then((room) => room.DeliveryEventsScreen),
        path: `${ENQUIRY}/delivery-events-for-order`,
        title: 'Delivery Events {orderNumber}',
        record: orderTabs('orderNumber', 'delivery-events', orderTabTitles.deliveryEvents),
      },
      {
        area: 'enquiries',
        purpose: 'What came back of one order, and what became of it.',
        component: () => import('../enquiries/returns-events-screen.tsx').then((room) => room.ReturnsEventsScreen),
        path: `${ENQUIRY}/returns-events-for-order`,
        title: 'Returns Events {orderNumber}',
        record: orderTabs('orderNumber', 'returns-events', orderTabTitles.returnsEvents),
      },
      {
        area: 'enquiries',
        purpose: 'Who did what to an order, and when.',
        component: () => import('../enquiries/order-history-screen.tsx').then((room) => room.OrderHistoryScreen),
        path: `${ENQUIRY}/summary-order-history`,
        title: 'Summary Order History',
      },
      {
        area: 'enquiries',
        purpose: 'The serial numbers that were despatched, by SKU or by order.',
        component: () => import('../enquiries/serials-screen.tsx').then((room) => room.SerialsScreen),
        path: `${ENQUIRY}/sku-serial-despatched`,
        title: 'SKU Serials Despatched',
      },
    ],
  },
  'reportsAndEnquiries.parcelDeliveryStatus': {
    area: 'enquiries',
    purpose: 'Shows where parcels are, by reference.',
    component: () => import('../parcels/parcel-status-screen.tsx').then((room) => room.ParcelStatusScreen),
  },
  'reportsAndEnquiries.carrierPerformanceReport': toCome(
    'reports',
    'Compares carriers by how often they keep their promise.',
  ),
  'reportsAndEnquiries.carrierRoutingExceptions': {
    area: 'enquiries',
    purpose: 'Shows consignments that no carrier service may carry, and why.',
    component: () => import('../allocation/carrier-history-screen.tsx').then((room) => room.CarrierExceptionsScreen),
  },
  'reportsAndEnquiries.returnsDashboard': toCome('reports', 'Shows returns by reason, product and week.'),
  'reportsAndEnquiries.returnsTrendReport': toCome(
    'reports',
    'Makes the returns trend report for a range of days, as a spreadsheet.',
  ),
  'reportsAndEnquiries.skuFileReport': toCome('stock', 'Lists SKUs with what is known of them, to see or to print.'),
  'reportsAndEnquiries.carrierHistory': {
    area: 'enquiries',
    purpose: 'Shows past routing exceptions of a range of days, by order.',
    component: () => import('../allocation/carrier-history-screen.tsx').then((room) => room.CarrierHistoryScreen),
  },
  'reportsAndEnquiries.carrierDashboard': toCome('reports', 'Shows what each carrier carried, on time and late.'),
  'reportsAndEnquiries.returnsPortal': toCome('reports', 'Shows what customers announced through the returns portal.'),
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
    component: () => import('../feeds/feed-screen.tsx').then((room) => room.OrdersFeedScreen),
  },
  'feeds.despatchesFeed': {
    area: 'feeds',
    purpose: 'Takes in a file of what was despatched, parcel by parcel.',
    component: () => import('../feeds/feed-screen.tsx').then((room) => room.DespatchesFeedScreen),
  },
  'feeds.deliveryEventsFeed': {
    area: 'feeds',
    purpose: 'Takes in a file of carriers’ delivery events.',
    component: () => import('../feeds/feed-screen.tsx').then((room) => room.DeliveryEventsFeedScreen),
  },
  'feeds.returnsFeed': {
    area: 'feeds',
    purpose: 'Takes in a file of what came back.',
    component: () => import('../feeds/feed-screen.tsx').then((room) => room.ReturnsFeedScreen),
  },
  'feeds.stockFeed': {
    area: 'feeds',
    purpose: 'Takes in a file of stock counts.',
    component: () => import('../feeds/feed-screen.tsx').then((room) => room.StockFeedScreen),
  },
  'feeds.carrierEventCodes': {
    area: 'feeds',
    purpose: 'Says what each carrier’s event codes mean, and which nobody knows yet.',
    component: () => import('../feeds/event-codes-screen.tsx').then((room) => room.EventCodesScreen),
  },
  'feeds.webhooks': {
    area: 'feeds',
    purpose: 'Tells other systems of orders and deliveries as they happen, and shows what was told.',
    component: () => import('../webhooks/webhooks-screen.tsx').then((room) => room.WebhooksScreen),
    record: recordTabs('webhook', 'Webhook'),
  },
}
