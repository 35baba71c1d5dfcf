import { orders } from '@despatch/contract/orders/orders'
import { bind } from '../http/bind.ts'
import { amendOrder } from './amend/amend-order.ts'
import { amendPreview } from './amend/amend-preview.ts'
import { closeShort } from './commands/close-short.ts'
import { createOrder } from './create/create-order.ts'
import { countOrders, findOrders } from './find-orders.ts'
import { asKept } from './amend/as-kept.ts'
import { addressDetails, lookUpAddress } from './create/look-up-address.ts'
import { amendmentAsked, orderAsked } from './create/given-order.ts'
import { nextCustomerReference } from './create/next-customer-reference.ts'
import { orderItems } from './order-items.ts'
import { cancelOrders } from './commands/cancel-orders.ts'
import { countOrdersToActOn, listOrdersToActOn } from './list-orders-to-act-on.ts'
import { commandProgress, orderReceipts } from './commands/order-receipts.ts'
import { preflight } from './commands/preflight.ts'
import { rateOrders } from './commands/rate-orders.ts'
import { releaseOrders } from './commands/release-orders.ts'
import { reopenOrder } from './commands/reopen-order.ts'
import { suspendOrders } from './commands/suspend-orders.ts'
import { undoCommand } from './commands/undo-command.ts'
import { countWork } from './count-work.ts'
import { assignOrders } from './tags-and-notes/assign-orders.ts'
import { colleagues } from './tags-and-notes/colleagues.ts'
import { addNote, deleteNote, orderNotes } from './tags-and-notes/notes.ts'
import { tagNames, tagOrders } from './tags-and-notes/tag-orders.ts'
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
  listCounts: countWork,
  preflight,
  release: releaseOrders,
  suspend: suspendOrders,
  cancel: cancelOrders,
  rateMatching: rateOrders,
  receipts: orderReceipts,
  commandProgress,
  undo: undoCommand,
  notes: asKept(orderNotes),
  addNote: asKept(addNote),
  deleteNote: asKept(deleteNote),
  tagNames,
  tag: tagOrders,
  colleagues,
  assign: assignOrders,
})
