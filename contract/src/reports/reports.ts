import { z } from 'zod'
import { text } from '../route/fields.ts'
import { waitingDays, withPeriod } from '../route/report-period.ts'
import { routes } from '../route/route.ts'
import {
  countedEvent,
  countedOrder,
  countedParcel,
  eventListQuery,
  orderListQuery,
  parcelListQuery,
} from './drill-down-shapes.ts'
import { carrierFigures, days, exceptionFigures, grain, keyMetrics, parcelFilters, volumes } from './report-shapes.ts'
import { skuFlow, stockFlowFigures, stockFlowInput, stockSkuListQuery } from './stock-flow-shapes.ts'

const CARRIER_DASHBOARD = 'reportsAndEnquiries.carrierDashboard'
const CARRIER_PERFORMANCE = 'reportsAndEnquiries.carrierPerformanceReport'
const EXCEPTIONS = 'reportsAndEnquiries.carrierDeliveryExceptions'
const STOCK_FLOW = 'managementReports.clientStockFlowProfile'
const KEY_METRICS = 'managementReports.keyMetrics'
const VOLUMES = [
  'managementReports.annualVolumes',
  'managementReports.annualVolumesByClient',
  'managementReports.summaryWeekByClient',
  'managementReports.volumeTrendsRolling52Weeks',
] as const

export const reports = routes({
  carriers: {
    method: 'POST',
    path: '/api/reports/carriers',
    summary: 'Parcels of some days by carrier, service, region and day: on time, late, undelivered, and what they cost',
    permission: { reads: [CARRIER_DASHBOARD, CARRIER_PERFORMANCE] },
    access: 'clients',
    body: withPeriod(z.strictObject({ ...days, ...parcelFilters })),
    answer: carrierFigures,
    errors: [],
    audited: false,
  },
  exceptions: {
    method: 'POST',
    path: '/api/reports/exceptions',
    summary: 'What went wrong under way in some days, by cause, carrier and day',
    permission: { reads: [EXCEPTIONS, CARRIER_DASHBOARD] },
    access: 'clients',
    body: withPeriod(z.strictObject({ ...days, carrier: text(50, 'Carrier').default('') })),
    answer: exceptionFigures,
    errors: [],
    audited: false,
  },
  keyMetrics: {
    method: 'POST',
    path: '/api/reports/key-metrics',
    summary: 'The figures that matter, against the weeks and the year before',
    permission: { reads: [KEY_METRICS] },
    access: 'clients',
    body: withPeriod(z.strictObject(days)),
    answer: keyMetrics,
    errors: [],
    audited: false,
  },
  volumes: {
    method: 'POST',
    path: '/api/reports/volumes',
    summary: 'Orders, lines, pieces, parcels, value and returns by period, and client by client where asked',
    permission: { reads: VOLUMES },
    access: 'clients',
    body: withPeriod(z.strictObject({ ...days, grain: grain.default('month'), byClient: z.boolean().default(false) })),
    answer: volumes,
    errors: ['unprocessable'],
    audited: false,
  },
  stockFlow: {
    method: 'POST',
    path: '/api/reports/stock-flow',
    summary: 'What came in, went out and lies still of a client’s stock, by category, SKU and week',
    permission: { reads: [STOCK_FLOW] },
    access: 'clients',
    body: stockFlowInput,
    answer: stockFlowFigures,
    errors: [],
    audited: false,
  },
  stockSkus: {
    method: 'POST',
    path: '/api/reports/stock-flow/skus',
    summary: 'The SKUs behind a figure of stock flow, those with most pieces first',
    permission: { reads: [STOCK_FLOW] },
    access: 'clients',
    body: stockSkuListQuery,
    answer: z.strictObject({ rows: z.array(skuFlow), total: z.int(), pieces: z.int() }),
    errors: [],
    audited: false,
    whole: 'rows',
  },
  orders: {
    method: 'POST',
    path: '/api/reports/orders',
    summary: 'The orders behind a figure',
    permission: { reads: [KEY_METRICS, ...VOLUMES] },
    access: 'clients',
    body: orderListQuery,
    answer: z.strictObject({ rows: z.array(countedOrder), total: z.int(), waitingDays }),
    errors: [],
    audited: false,
    whole: 'rows',
  },
  parcels: {
    method: 'POST',
    path: '/api/reports/parcels',
    summary: 'The parcels behind a figure',
    permission: { reads: [CARRIER_DASHBOARD, CARRIER_PERFORMANCE, KEY_METRICS, ...VOLUMES] },
    access: 'clients',
    body: parcelListQuery,
    answer: z.strictObject({ rows: z.array(countedParcel), total: z.int(), waitingDays }),
    errors: [],
    audited: false,
    whole: 'rows',
  },
  events: {
    method: 'POST',
    path: '/api/reports/delivery-exceptions',
    summary: 'The carrier events behind a figure of delivery exceptions',
    permission: { reads: [EXCEPTIONS, CARRIER_DASHBOARD, CARRIER_PERFORMANCE] },
    access: 'clients',
    body: eventListQuery,
    answer: z.strictObject({ rows: z.array(countedEvent), total: z.int(), waitingDays }),
    errors: [],
    audited: false,
    whole: 'rows',
  },
})
