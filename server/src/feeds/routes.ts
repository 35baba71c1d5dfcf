import { feeds } from '@despatch/contract/feeds/feeds'
import { bind } from '../http/bind.ts'
import { deleteEventCode } from './carrier-event-codes/delete-event-code.ts'
import { FEED_RUNS } from './feed-runs.ts'
import { listEventCodes } from './carrier-event-codes/list-event-codes.ts'
import { listMappings, saveMapping } from './mappings.ts'
import { listRuns } from './runs/list-runs.ts'
import { takeBackRun } from './runs/take-back.ts'
import { setEventCode } from './carrier-event-codes/set-event-code.ts'
import { takeFeed, takeSkuData } from './take-feed.ts'

export const feedRoutes = bind(feeds, {
  orders: takeFeed('orders', FEED_RUNS.orders),
  despatches: takeFeed('despatches', FEED_RUNS.despatches),
  deliveryEvents: takeFeed('delivery-events', FEED_RUNS['delivery-events']),
  returns: takeFeed('returns', FEED_RUNS.returns),
  stock: takeFeed('stock', FEED_RUNS.stock),
  skus: takeSkuData,
  mappings: listMappings,
  saveMapping,
  runs: listRuns,
  takeBack: takeBackRun,
  eventCodes: listEventCodes,
  setEventCode,
  deleteEventCode,
})
