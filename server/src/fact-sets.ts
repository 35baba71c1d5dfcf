import { exceptionFacts, parcelFacts } from './deliveries/parcels/parcel-facts.ts'
import type { FactSet } from './figures/facts.ts'
import { workCountFacts } from './figures/known-work.ts'
import { orderFacts } from './orders/order-facts.ts'
import { returnFacts } from './returns/dashboard-and-trend/return-facts.ts'
import { stockFacts } from './stock/ledger/stock-facts.ts'

/** All figures by day that are kept beside their records. */
export const factSets: readonly FactSet[] = [
  returnFacts,
  orderFacts,
  parcelFacts,
  exceptionFacts,
  stockFacts,
  workCountFacts,
]
