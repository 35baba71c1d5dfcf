import { DISPATCH_SERVICES } from '@despatch/domain/routing/dispatch-service'
import { ORDER_LACKS } from '@despatch/domain/orders/needs-attention'
import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { z } from 'zod'
import { instant } from '../route/fields.ts'
import { personName, reason } from '../route/visible.ts'

/** Amounts are decimal texts in `currencyCode`; instants are ISO 8601 in UTC; days are 'YYYY-MM-DD'. */
export const orderRow = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  Status: z.enum(ORDER_STATUS_CODES),
  Status_Description: z.string(),
  /** 'true' or 'false' as text: specification 4. */
  Is_On_PickNote: z.enum(['true', 'false']),
  orderDate: z.string(),
  customerFirstName: z.string(),
  customerLastName: z.string(),
  email: z.string(),
  postCode: z.string(),
  country: z.string(),
  quantity: z.int(),
  totalValue: z.string(),
  currencyCode: z.string(),
  dispatchService: z.enum(DISPATCH_SERVICES),
  despatchDate: z.string(),
  /** What prevents delivery while the order can be acted on; otherwise empty. */
  needsAttention: z.array(z.enum(ORDER_LACKS)),
  tags: z.array(z.string()),
  /** Username of the assigned colleague, or ''. */
  assignedTo: personName(),
})
export type OrderRow = z.infer<typeof orderRow>

/** An order found by a search. */
export const resultOrderRow = z.strictObject({
  ...orderRow.shape,
  /** From the lines of the address; empty if it has only one. */
  town: z.string(),
  /** Names of the carriers of its active consignments; empty without any. */
  carrier: z.string(),
})
export type ResultOrderRow = z.infer<typeof resultOrderRow>

/** An order to act on. */
export const workOrderRow = z.strictObject({
  ...orderRow.shape,
  version: z.int(),
  /** Reason of suspension; empty unless suspended. */
  suspendedFor: z.string(),
  /** Names of the carriers of its active consignments; empty without any. */
  carrier: z.string(),
  /** Why a consignment has no carrier; empty if all have one. */
  routingException: reason(),
  /** The last moment at which picking may begin to reach today’s cut-off; null if none counts for it. */
  startBy: instant.nullable(),
})
export type WorkOrderRow = z.infer<typeof workOrderRow>

export const orderItem = z.strictObject({
  lineNumber: z.int(),
  SKU: z.string(),
  Item_Description: z.string(),
  quantity: z.int(),
  unitValue: z.string(),
  totalValue: z.string(),
  /** A feed created the SKU and no user has reviewed it yet. */
  isUnknownSku: z.boolean(),
})
export type OrderItem = z.infer<typeof orderItem>

export const orderHistoryEntry = z.strictObject({
  version: z.int(),
  at: z.string(),
  by: personName(),
  act: z.string(),
  Status: z.enum(ORDER_STATUS_CODES),
  note: z.string(),
})
export type OrderHistoryEntry = z.infer<typeof orderHistoryEntry>

/** Goods of a despatched order that are known not to have been sent. */
const shortfall = z.strictObject({
  /** The first five SKUs. */
  items: z.array(z.strictObject({ SKU: z.string(), quantity: z.int() })),
  /** Number of SKUs not sent in full. */
  SKUs: z.int(),
  /** True if the order was closed short: the missing goods will not come. */
  isClosed: z.boolean(),
})

/** Units of an open order for which there is not enough stock: what is promised and reserved is more than was counted. */
const shortOfStock = z.strictObject({
  /** The first five SKUs; kits by their boxes. */
  items: z.array(z.strictObject({ SKU: z.string(), quantity: z.int() })),
  /** Number of SKUs that are short. */
  SKUs: z.int(),
})

/** The complete order, with at most 100 of its `itemCount` lines and its newest history. */
export const order = z.strictObject({
  ...orderRow.shape,
  version: z.int(),
  /** Reason of suspension; empty unless suspended. */
  suspendedFor: z.string(),
  source: z.enum(['portal', 'feed']),
  customerAccount: z.string(),
  phone: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  addressLine3: z.string(),
  addressLine4: z.string(),
  createdAt: z.string(),
  createdBy: personName(),
  itemCount: z.int(),
  /** Null if nothing is missing or expected, or if the parcels' contents are unknown. */
  shortfall: shortfall.nullable(),
  /** Null if its stock suffices, or if it can no longer be acted on. */
  shortOfStock: shortOfStock.nullable(),
  items: z.array(orderItem),
  history: z.array(orderHistoryEntry),
})
export type Order = z.infer<typeof order>
