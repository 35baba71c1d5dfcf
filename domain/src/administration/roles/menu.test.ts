import { expect, test } from 'vitest'
import { MENU, type MenuNode, menuLeaves } from './menu.ts'

/** The menu as text: titles, with a group's children in brackets. */
function outline(nodes: readonly MenuNode[]): string {
  return nodes
    .filter(({ hidden }) => !hidden)
    .map((node) => ('children' in node ? `${node.title} (${outline(node.children)})` : node.title))
    .join(', ')
}

// Entries beyond the specification come last: API Keys, Jobs, Personal Data, and the feeds.
test('specification 2: the menu tree', () => {
  expect(MENU.filter((node) => !('hidden' in node)).map((node) => outline([node]))).toEqual([
    'Set Up & Control (Client Administration (Client List, Client Menu Options, Client Specific Parameters), User Administration (Roles & Permissions, Manage Users, Activate Users, Multiple Users (User Login Status, Add Multiple Users, Amend Multiple Users, Delete Multiple Users), User Activity - Overview, API Keys), Jobs)',
    'Carrier Routing Control (Carrier Prices, Carrier: Active Dates, Carrier: Parcel Limits, Carrier Capacity Set Up, Product Fixed Routing: by SKU, Product Fixed Routing: by Region, Multi Box Products: Routing)',
    'Returns Portal Control (Returns Portal Rules, Returns Options: Routing Rules, Return Reason Codes)',
    'Invoice Reconciliation',
    'Order Management (Create New Order, View New Orders, Order: Suspend, Amend or Cancel)',
    'Reports & Enquiries (Carrier Delivery Exceptions, Order & Returns Enquiry, Parcel Delivery Status, Carrier Performance Report, Carrier Routing Exceptions, Returns Dashboard, Returns Trend Report, SKU File Report, Claims Preparation, Personal Data)',
    'Management Reports (Key Metrics, Annual Volumes, Annual Volumes by Client, Summary Week by Client)',
    'Feeds (Orders Feed, Despatches Feed, Delivery Events Feed, Returns Feed, Stock Feed, SKU Data Feed, Carrier Event Codes, Webhooks)',
  ])
})

test('every entry has its own path and a camelCase key', () => {
  const entries = menuLeaves()
  expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length)
  expect(new Set(entries.map(({ leaf }) => leaf)).size).toBe(entries.length)
  for (const { path, leaf } of entries) {
    expect(path).toMatch(/^\/[\w/-]+$/)
    expect(leaf).toMatch(/^[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)*$/)
  }
})

test.each([
  [
    'setUpAndControl.clientAdministration.clientSpecificParameters',
    '/setup-and-control/client-administration/client_specific_parameters',
  ],
  ['carrierRoutingControl.carrierCapacitySetUp', '/carrier-routing-control/carrier-capacity-setup'],
  ['orderManagement.orderSuspendAmendOrCancel', '/order-management/order_suspend_amend_or_cancel'],
  ['reportsAndEnquiries.skuFileReport', '/reporting-and-enquiries/sku-file-report/sku-selection-file-report'],
  ['skusAndStock.stockReservation', '/SKUs-and-stock/stock-reservation'],
])('specification 2: %s is at %s', (leaf, path) => {
  expect(menuLeaves().find((entry) => entry.leaf === leaf)?.path).toBe(path)
})
