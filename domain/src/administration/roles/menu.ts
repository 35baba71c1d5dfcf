/** An entry that opens a screen. `hidden` entries have a screen and a permission, but are not shown in the menu. */
export type MenuLeaf = {
  readonly key: string
  readonly title: string
  readonly path: string
  readonly hidden?: true
  /** A permission without a screen, for a function of other screens. */
  readonly isRightAlone?: true
}
export type MenuGroup = {
  readonly key: string
  readonly title: string
  readonly children: readonly MenuNode[]
  readonly hidden?: true
}
export type MenuNode = MenuLeaf | MenuGroup

const SETUP = '/setup-and-control'
const CLIENTS = `${SETUP}/client-administration`
const USERS = `${SETUP}/user-administration`
const MULTIPLE = `${USERS}/multiple-users`
const ROUTING = '/carrier-routing-control'
const RETURNS = '/returns-portal-control'
const ORDERS = '/order-management'
const REPORTS = '/reporting-and-enquiries'
const MANAGEMENT = '/management-reports'
const RIGHT_ALONE = { hidden: true, isRightAlone: true } as const

/** The menu tree of specification 2, with its routes. The permission tree has the same keys. */
export const MENU = [
  {
    key: 'setUpAndControl',
    title: 'Set Up & Control',
    children: [
      {
        key: 'clientAdministration',
        title: 'Client Administration',
        children: [
          { key: 'clientList', title: 'Client List', path: `${CLIENTS}/client-list` },
          {
            key: 'clientMenuOptions',
            title: 'Client Menu Options',
            path: `${CLIENTS}/client-menu-options`,
          },
          {
            key: 'clientSpecificParameters',
            title: 'Client Specific Parameters',
            path: `${CLIENTS}/client_specific_parameters`,
          },
        ],
      },
      {
        key: 'userAdministration',
        title: 'User Administration',
        children: [
          {
            key: 'rolesAndPermissions',
            title: 'Roles & Permissions',
            path: `${USERS}/roles-and-permissions`,
          },
          { key: 'manageUsers', title: 'Manage Users', path: `${USERS}/manage-users` },
          { key: 'activateUsers', title: 'Activate Users', path: `${USERS}/activate-user` },
          {
            key: 'multipleUsers',
            title: 'Multiple Users',
            children: [
              {
                key: 'userLoginStatus',
                title: 'User Login Status',
                path: `${MULTIPLE}/user-login-status`,
              },
              {
                key: 'addMultipleUsers',
                title: 'Add Multiple Users',
                path: `${MULTIPLE}/add-multiple-users`,
              },
              {
                key: 'amendMultipleUsers',
                title: 'Amend Multiple Users',
                path: `${MULTIPLE}/amend-multiple-users`,
              },
              {
                key: 'deleteMultipleUsers',
                title: 'Delete Multiple Users',
                path: `${MULTIPLE}/delete-multiple-users`,
              },
            ],
          },
          {
            key: 'userActivityOverview',
            title: 'User Activity - Overview',
            path: `${USERS}/user-activity-overview`,
          },
          { key: 'apiKeys', title: 'API Keys', path: `${USERS}/api-keys` },
        ],
      },
      { key: 'jobs', title: 'Jobs', path: `${SETUP}/jobs` },
    ],
  },
  {
    key: 'carrierRoutingControl',
    title: 'Carrier Routing Control',
    children: [
      { key: 'carrierPrices', title: 'Carrier Prices', path: `${ROUTING}/carrier-prices` },
      {
        key: 'carrierActiveDates',
        title: 'Carrier: Active Dates',
        path: `${ROUTING}/carrier-active-dates`,
      },
      {
        key: 'carrierParcelLimits',
        title: 'Carrier: Parcel Limits',
        path: `${ROUTING}/carrier-parcel-limits`,
      },
      {
        key: 'carrierCapacitySetUp',
        title: 'Carrier Capacity Set Up',
        path: `${ROUTING}/carrier-capacity-setup`,
      },
      {
        key: 'productFixedRoutingBySku',
        title: 'Product Fixed Routing: by SKU',
        path: `${ROUTING}/product-fixed-routing`,
      },
      {
        key: 'productFixedRoutingByRegion',
        title: 'Product Fixed Routing: by Region',
        path: `${ROUTING}/product-fixed-routing-by-region`,
      },
      {
        key: 'multiBoxProductsRouting',
        title: 'Multi Box Products: Routing',
        path: `${ROUTING}/multi-box-products-routing`,
      },
      { key: 'carrierByHand', title: 'Carrier by Hand', path: `${ROUTING}/carrier-by-hand`, ...RIGHT_ALONE },
      { key: 'carrierByHandOverrule', title: 'Carrier by Hand: Overrule', path: `${ROUTING}/overrule`, ...RIGHT_ALONE },
    ],
  },
  {
    key: 'returnsPortalControl',
    title: 'Returns Portal Control',
    children: [
      {
        key: 'returnsPortalRules',
        title: 'Returns Portal Rules',
        path: `${RETURNS}/returns-portal-rules`,
      },
      {
        key: 'returnsOptionsRoutingRules',
        title: 'Returns Options: Routing Rules',
        path: `${RETURNS}/returns-options-routing-rules`,
      },
      {
        key: 'returnReasonCodes',
        title: 'Return Reason Codes',
        path: `${RETURNS}/return-reason-codes`,
      },
    ],
  },
  { key: 'invoiceReconciliation', title: 'Invoice Reconciliation', path: '/invoice-reconciliation' },
  {
    key: 'orderManagement',
    title: 'Order Management',
    children: [
      { key: 'createNewOrder', title: 'Create New Order', path: `${ORDERS}/create-new-order` },
      { key: 'viewNewOrders', title: 'View New Orders', path: `${ORDERS}/view-new-orders` },
      {
        key: 'orderSuspendAmendOrCancel',
        title: 'Order: Suspend, Amend or Cancel',
        path: `${ORDERS}/order_suspend_amend_or_cancel`,
      },
    ],
  },
  {
    key: 'reportsAndEnquiries',
    title: 'Reports & Enquiries',
    children: [
      {
        key: 'carrierDeliveryExceptions',
        title: 'Carrier Delivery Exceptions',
        path: `${REPORTS}/carrier-delivery-exceptions`,
      },
      {
        key: 'orderAndReturnsEnquiry',
        title: 'Order & Returns Enquiry',
        path: `${REPORTS}/order-and-returns-enquiry`,
      },
      {
        key: 'parcelDeliveryStatus',
        title: 'Parcel Delivery Status',
        path: `${REPORTS}/parcel-delivery-status`,
      },
      {
        key: 'carrierPerformanceReport',
        title: 'Carrier Performance Report',
        path: `${REPORTS}/carrier-performance-report`,
      },
      {
        key: 'carrierRoutingExceptions',
        title: 'Carrier Routing Exceptions',
        path: `${REPORTS}/carrier-exceptions`,
      },
      { key: 'returnsDashboard', title: 'Returns Dashboard', path: `${REPORTS}/returns-dashboard` },
      {
        key: 'returnsTrendReport',
        title: 'Returns Trend Report',
        path: `${REPORTS}/returns-trend-report`,
      },
      {
        key: 'skuFileReport',
        title: 'SKU File Report',
        path: `${REPORTS}/sku-file-report/sku-selection-file-report`,
      },
      { key: 'claimsPreparation', title: 'Claims Preparation', path: `${REPORTS}/claims-preparation` },
      { key: 'carrierHistory', title: 'Carrier History', path: `${REPORTS}/carrier-history`, hidden: true },
      { key: 'carrierDashboard', title: 'Carrier Dashboard', path: `${REPORTS}/carrier-dashboard`, hidden: true },
      { key: 'returnsPortal', title: 'Returns Portal', path: `${REPORTS}/returns-portal`, hidden: true },
      { key: 'personalData', title: 'Personal Data', path: `${REPORTS}/personal-data` },
    ],
  },
  {
    key: 'managementReports',
    title: 'Management Reports',
    children: [
      { key: 'keyMetrics', title: 'Key Metrics', path: `${MANAGEMENT}/key-metrics` },
      { key: 'annualVolumes', title: 'Annual Volumes', path: `${MANAGEMENT}/annual-volumes` },
      {
        key: 'annualVolumesByClient',
        title: 'Annual Volumes by Client',
        path: `${MANAGEMENT}/annual-volumes-by-client`,
      },
      {
        key: 'summaryWeekByClient',
        title: 'Summary Week by Client',
        path: `${MANAGEMENT}/summary-week-by-client`,
      },
      {
        key: 'volumeTrendsRolling52Weeks',
        title: 'Volume Trends: Rolling 52 Weeks',
        path: `${MANAGEMENT}/volume-trends-rolling-52-weeks`,
        hidden: true,
      },
      {
        key: 'clientStockFlowProfile',
        title: 'Client Stock Flow Profile',
        path: `${MANAGEMENT}/client-stock-flow-profile`,
        hidden: true,
      },
    ],
  },
  {
    key: 'feeds',
    title: 'Feeds',
    children: [
      { key: 'ordersFeed', title: 'Orders Feed', path: '/feeds/orders' },
      { key: 'despatchesFeed', title: 'Despatches Feed', path: '/feeds/despatches' },
      { key: 'deliveryEventsFeed', title: 'Delivery Events Feed', path: '/feeds/delivery-events' },
      { key: 'returnsFeed', title: 'Returns Feed', path: '/feeds/returns' },
      { key: 'stockFeed', title: 'Stock Feed', path: '/feeds/stock' },
      { key: 'skuDataFeed', title: 'SKU Data Feed', path: '/feeds/skus' },
      { key: 'carrierEventCodes', title: 'Carrier Event Codes', path: '/feeds/carrier-event-codes' },
      { key: 'webhooks', title: 'Webhooks', path: '/feeds/webhooks' },
    ],
  },
  {
    key: 'skusAndStock',
    title: 'SKUs & Stock',
    hidden: true,
    children: [{ key: 'stockReservation', title: 'Stock Reservation', path: '/SKUs-and-stock/stock-reservation' }],
  },
] as const satisfies readonly MenuNode[]

type PathsOf<Node> = Node extends {
  key: infer Key extends string
  children: readonly (infer Child)[]
}
  ? `${Key}.${PathsOf<Child>}`
  : Node extends { key: infer Key extends string }
    ? Key
    : never

/** The dotted path of an entry: 'orderManagement.createNewOrder'. */
export type LeafPath = PathsOf<(typeof MENU)[number]>

/** Every entry with its dotted path, in menu order. */
export function menuLeaves(nodes: readonly MenuNode[] = MENU, above = ''): (MenuLeaf & { leaf: LeafPath })[] {
  return nodes.flatMap((node) =>
    'children' in node
      ? menuLeaves(node.children, `${above}${node.key}.`)
      : [{ ...node, leaf: `${above}${node.key}` as LeafPath }],
  )
}
