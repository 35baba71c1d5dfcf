import { deliveryEvents } from './deliveries/delivery-events.ts'
import { despatches } from './deliveries/despatches.ts'
import { returns } from './deliveries/returns.ts'
import { runOrdersFeed } from './orders/run-orders-feed.ts'
import { rowFeedRun } from './rows/run-row-feed.ts'
import { skus } from './skus/skus.ts'
import { stock } from './stock/stock.ts'

export const FEED_RUNS = {
  orders: runOrdersFeed,
  despatches: rowFeedRun(despatches),
  'delivery-events': rowFeedRun(deliveryEvents),
  returns: rowFeedRun(returns),
  stock: rowFeedRun(stock),
  skus: rowFeedRun(skus),
}
