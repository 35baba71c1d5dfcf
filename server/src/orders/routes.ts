import { orders } from '@despatch/contract/orders/orders'
import { bind } from '../app/bind.ts'
import { amendOrder } from './amend-order.ts'
import { amendPreview } from './amend-preview.ts'
import { closeShort } from './close-short.ts'
import { createOrder } from './create-order.ts'
import { countOrders, findOrders } from './find-orders.ts'
import { asKept } from './as-kept.ts'
import { addressDetails, lookUpAddress } from './look-up-address.ts'
import { amendmentAsked, orderAsked } from './given-order.ts'
import { nextCustomerReference } from './next-customer-reference.ts'
import { orderItems } from './order-items.ts'
import { cancelOrders } from './cancel-orders.ts'
import { countOrdersToActOn, listOrdersToActOn } from './list-orders-to-act-on.ts'
import { commandProgress, orderReceipts } from './order-receipts.ts'
import { preflight } from './preflight.ts'
import { releaseOrders } from './release-orders.ts'
import { reopenOrder } from './reopen-order.ts'
import { suspendOrders } from './suspend-orders.ts'
import { undoCommand } from './undo-command.ts'
import { searchByOrderNumber } from './search-by-order-number.ts'

export const orderRoutes = bind(orders, {
  create: (context, { body }) => createOrder(context, { body: orderAsked(body) }),
  nextCustomerReference,
  items: asKept(orderItems),
  consolidated: findOrders,
  total: countOrders,
  searchByOrderNumber,
  addressLookup: lookUpAddress,
  addressDetails,
  amend: async (context, { body }) => asKept(amendOrder)(context, { body: await amendmentAsked(context, body) }),
  amendPreview: async (context, { body }) =>
    asKept(amendPreview)(context, { body: await amendmentAsked(context, body, { isOnlyRead: true }) }),
  closeShort: asKept(closeShort),
  reopen: asKept(reopenOrder),
  list: listOrdersToActOn,
  listTotal: countOrdersToActOn,
  preflight,
  release: releaseOrders,
  suspend: suspendOrders,
  cancel: cancelOrders,
  receipts: orderReceipts,
  commandProgress,
  undo: undoCommand,
})
