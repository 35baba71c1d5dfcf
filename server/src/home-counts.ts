import { claimCounts } from './claims/home-counts.ts'
import { deliveryCounts } from './deliveries/home-counts.ts'
import { exportCounts } from './exports/home-counts.ts'
import { feedCounts } from './feeds/home-counts.ts'
import type { HomeCount } from './figures/home-count.ts'
import { invoiceCounts } from './invoices/home-counts.ts'
import { orderCounts } from './orders/home-counts.ts'
import { returnCounts } from './returns/home-counts.ts'
import { routingCounts } from './routing/home-counts.ts'
import { stockCounts } from './stock/home-counts.ts'

/** Every number on Home, registered by area. */
export const homeCounts: readonly HomeCount[] = [
  ...orderCounts,
  ...routingCounts,
  ...deliveryCounts,
  ...returnCounts,
  ...stockCounts,
  ...feedCounts,
  ...invoiceCounts,
  ...claimCounts,
  ...exportCounts,
]
