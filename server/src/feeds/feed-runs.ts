import { deliveryEvents } from './delivery-events.ts'
import { despatches } from './despatches.ts'
import { returns } from './returns.ts'
import { runOrdersFeed } from './run-orders-feed.ts'
import { rowFeedRun } from './run-row-feed.ts'
import { stock } from './stock.ts'

/** How the file of each feed is taken in. */
export const FEED_RUNS = {
  orders: runOrdersFeed,
  despatches: rowFeedRun(despatches),
  'delivery-events': rowFeedRun(deliveryEvents),
  returns: rowFeedRun(returns),
  stock: rowFeedRun(stock),
}
