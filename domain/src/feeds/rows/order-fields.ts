/** Order fields that each row may repeat. */
export const HEADER_FIELDS = [
  'orderDate',
  'customerAccount',
  'customerFirstName',
  'customerLastName',
  'email',
  'phone',
  'country',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'addressLine4',
  'postCode',
  'dispatchService',
  'date',
] as const

/** Fields that mark a past order. */
export const STATE_FIELDS = ['status', 'despatchedOn', 'deliveredOn'] as const

/** Fields of an order line. The first three are required. */
export const ORDER_FEED_FIELDS = [
  'orderNumber',
  'SKU',
  'quantity',
  'lineNumber',
  'description',
  'unitValue',
  /** The line total, as an alternative to the unit value. */
  'totalValue',
  ...HEADER_FIELDS,
  ...STATE_FIELDS,
] as const
export type OrderFeedField = (typeof ORDER_FEED_FIELDS)[number]

export const NEEDED_ORDER_FEED_FIELDS = ['orderNumber', 'SKU', 'quantity'] as const

export const ORDER_FEED_TITLES: Record<OrderFeedField, string> = {
  orderNumber: 'Order number',
  SKU: 'SKU',
  quantity: 'Quantity',
  lineNumber: 'Line number',
  description: 'Description',
  unitValue: 'Unit value',
  totalValue: 'Line total',
  orderDate: 'Order date',
  customerAccount: 'Customer account',
  customerFirstName: 'First name',
  customerLastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  country: 'Country',
  addressLine1: 'Address line 1',
  addressLine2: 'Address line 2',
  addressLine3: 'Address line 3',
  addressLine4: 'Address line 4',
  postCode: 'Postcode',
  dispatchService: 'Service',
  date: 'Despatch date',
  status: 'Status',
  despatchedOn: 'Despatched on',
  deliveredOn: 'Delivered on',
}

/** Lines of one order. A file with more in one order has no real order numbers. */
export const MAX_ORDER_LINES = 10_000
export const MAX_ORDER_PIECES = 2_147_483_647
