import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { bind } from '../http/bind.ts'
import { deliveryEvents } from './timeline/delivery-events.ts'
import { findReference } from './search/find-reference.ts'
import { lookUpOrder } from './order/look-up-order.ts'
import { orderHistory } from './timeline/order-history.ts'
import { returnEvents, returnsPortal } from './timeline/return-events.ts'
import { timeline } from './timeline/timeline.ts'

export const enquiryRoutes = bind(enquiries, {
  order: lookUpOrder,
  deliveryEvents,
  returnEvents,
  returnsPortal,
  orderHistory,
  timeline,
  reference: findReference,
})
