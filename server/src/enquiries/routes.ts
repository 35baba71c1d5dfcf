import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { bind } from '../app/bind.ts'
import { deliveryEvents } from './delivery-events.ts'
import { findReference } from './find-reference.ts'
import { lookUpOrder } from './look-up-order.ts'
import { orderHistory } from './order-history.ts'
import { returnEvents, returnsPortal } from './return-events.ts'
import { timeline } from './timeline.ts'

export const enquiryRoutes = bind(enquiries, {
  order: lookUpOrder,
  deliveryEvents,
  returnEvents,
  returnsPortal,
  orderHistory,
  timeline,
  reference: findReference,
})
