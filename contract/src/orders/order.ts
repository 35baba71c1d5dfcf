import { DISPATCH_SERVICES } from '@despatch/domain/routing/dispatch-service'
import { ORDER_LACKS } from '@despatch/domain/orders/needs-attention'
import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { z } from 'zod'
import { personName, reason } from '../route/visible.ts'

/** A row of orders. Amounts are decimal texts in `currencyCode`; instants are ISO 8601 in UTC; days 'YYYY-MM-DD'. */
export const orderRow = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  Status: z.enum(ORDER_STATUS_CODES),
  Status_Description: z.string(),
  /** 'true' or 'false', as text: specification 4. */
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
  /** What it lacks to be delivered, while something may still be done to it; empty where nothing is lacking. */
  needsAttention: z.array(z.enum(ORDER_LACKS)),
  tags: z.array(z.string()),
  /** The username of the colleague who looks after it; '' where nobody does. */
  assignedTo: personName(),
})
export type OrderRow = z.infer<typeof orderRow>

/** A row of orders that something may be done to. */
export const workOrderRow = z.strictObject({
  ...orderRow.shape,
  version: z.int(),
  /** Why it is suspended; empty while it is not. */
  suspendedFor: z.string(),
  /** Who takes it: the carriers of its consignments, in words; empty where nothing stands. */
  carrier: z.string(),
  /** Why a consignment of it has no carrier; empty where all have. */
  routingException: reason(),
})
export type WorkOrderRow = z.infer<typeof workOrderRow>

export const orderItem = z.strictObject({
  lineNumber: z.int(),
  SKU: z.string(),
  Item_Description: z.string(),
  quantity: z.int(),
  unitValue: z.string(),
  totalValue: z.string(),
  /** The SKU came in with a feed and nobody has looked at it yet. */
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

/** What of a despatched order is known not to have been sent. */
const shortfall = z.strictObject({
  /** The first five of its SKUs. */
  items: z.array(z.strictObject({ SKU: z.string(), quantity: z.int() })),
  /** How many SKUs it is of. */
  SKUs: z.int(),
  /** Someone has said that it does not come. */
  isClosed: z.boolean(),
})

/** An order whole, with its first lines (`items`, at most 100 of `itemCount`) and its newest history. */
export const order = z.strictObject({
  ...orderRow.shape,
  version: z.int(),
  /** Why it is suspended; empty while it is not. */
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
  /** null where nothing is missing or waited for, or nobody knows what is in its parcels. */
  shortfall: shortfall.nullable(),
  items: z.array(orderItem),
  history: z.array(orderHistoryEntry),
})
export type Order = z.infer<typeof order>
