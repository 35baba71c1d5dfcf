import { carrierTargets } from '@despatch/contract/reports/carrier-targets'
import { reports } from '@despatch/contract/reports/reports'
import { type Bound, bind } from '../http/bind.ts'
import { events, orders, parcels } from './drill-down.ts'
import { listTargets, saveTargets } from './carriers/carrier-targets.ts'
import { carriers } from './carriers/carriers.ts'
import { exceptions } from './carriers/exceptions.ts'
import { keyMetrics } from './key-metrics.ts'
import { stockFlow, stockSkus } from './stock-flow.ts'
import { volumes } from './volumes.ts'

export const reportRoutes: Bound[] = [
  ...bind(reports, {
    carriers,
    exceptions,
    keyMetrics,
    volumes,
    stockFlow,
    stockSkus,
    orders,
    parcels,
    events,
  }),
  ...bind(carrierTargets, { list: listTargets, save: saveTargets }),
]
