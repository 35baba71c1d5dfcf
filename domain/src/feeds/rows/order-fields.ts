/** The fields of an order that each of its rows may say. */
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

/** The fields that make an order one of the past. */
export const STATE_FIELDS = ['status', 'despatchedOn', 'deliveredOn'] as const

/** The fields of an order line that a column of a feed may fill. The first three are needed. */
export const ORDER_FEED_FIELDS = [
  'orderNumber',
  'SKU',
  'quantity',
  'lineNumber',
  'description',
  'unitValue',
  /** What the whole line is worth, where the file says that instead of what one piece is. */
  'totalValue',
  ...HEADER_FIELDS,
  ...STATE_FIELDS,
] as const
export type OrderFeedField = (typeof ORDER_FEED_FIELDS)[number]

export const NEEDED_ORDER_FEED_FIELDS = ['orderNumber', 'SKU', 'quantity'] as const

/** What the fields are called to people. */
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
  date: 'Despatch day',
  status: 'Status',
  despatchedOn: 'Despatched on',
  deliveredOn: 'Delivered on',
}

/** The lines that one order may have: more is a file whose order numbers are not order numbers. */
export const MAX_ORDER_LINES = 10_000
/** The pieces that one order may have in all. */
export const MAX_ORDER_PIECES = 2_147_483_647
