import { feeds } from '@despatch/contract/feeds/feeds'
import { bind } from '../app/bind.ts'
import { notBuilt } from '../app/not-built.ts'
import { deleteEventCode } from './delete-event-code.ts'
import { listEventCodes } from './list-event-codes.ts'
import { listMappings, saveMapping } from './mappings.ts'
import { setEventCode } from './set-event-code.ts'
import { takeOrders } from './take-orders.ts'

export const feedRoutes = bind(feeds, {
  orders: takeOrders,
  despatches: notBuilt,
  deliveryEvents: notBuilt,
  returns: notBuilt,
  stock: notBuilt,
  mappings: listMappings,
  saveMapping,
  eventCodes: listEventCodes,
  setEventCode,
  deleteEventCode,
})
