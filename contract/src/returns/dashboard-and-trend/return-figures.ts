import { EXPORT_STATUSES } from '@despatch/domain/text/export-status'
import { COUNTED_BY_CODES } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { z } from 'zod'
import { exportId } from '../../route/exports.ts'
import { text, wholePaging } from '../../route/fields.ts'
import { reportPeriod, waitingDays, withPeriod } from '../../route/report-period.ts'
import { routes } from '../../route/route.ts'

const TREND = ['reportsAndEnquiries.returnsTrendReport'] as const
const EITHER = ['reportsAndEnquiries.returnsTrendReport', 'reportsAndEnquiries.returnsDashboard'] as const
/** Management reports include a figure of returned pieces. */
const WITH_RETURNED = [
  ...EITHER,
  'managementReports.keyMetrics',
  'managementReports.annualVolumes',
  'managementReports.annualVolumesByClient',
  'managementReports.summaryWeekByClient',
] as const
const countedBy = z.enum(
  COUNTED_BY_CODES,
  'A return is counted by ordered, despatched, announced, received or refunded',
)

/** Filters of return reports. '' is all; 'No reason' and 'Not known' select returns without one. */
export const returnFilters = {
  SKU: text(40, 'SKU').default(''),
  category: text(100, 'Category').default(''),
  reason: text(40, 'Reason').default(''),
  carrier: text(50, 'Carrier').default(''),
  region: text(50, 'Region').default(''),
}

const period = {
  ...reportPeriod,
  countedBy: countedBy.default('received'),
  ...returnFilters,
}
export const trendChoice = withPeriod(z.strictObject(period))
export type TrendChoice = z.output<typeof trendChoice>

const weekFigures = z.strictObject({
  /** The week's Monday. */
  week: z.string(),
  lines: z.int(),
  pieces: z.int(),
  /** Pieces of all orders placed in the same week; null if a filter makes the comparison meaningless. */
  orderedPieces: z.int().nullable(),
  /** Share of the eventual returns so far, 0 to 1; null if too few returns are known. 1 for counts that do not grow. */
  ripeness: z.number().nullable(),
  isOver: z.boolean(),
  /** Some of its days are outside the period. */
  isCut: z.boolean(),
})
export type WeekFigures = z.infer<typeof weekFigures>

const part = z.strictObject({
  name: z.string(),
  title: z.string(),
  lines: z.int(),
  pieces: z.int(),
  /**
   * Returned pieces per 100: for a SKU or category of its pieces ordered in the period, for a reason of all ordered
   * pieces, for a carrier or region of its parcels sent in the period. Null if unknown.
   */
  rate: z.number().nullable(),
})
export type ReturnsPart = z.infer<typeof part>

export const returnLine = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  returnReference: z.string(),
  SKU: z.string(),
  Item_Description: z.string(),
  state: z.string(),
  stateTitle: z.string(),
  reasonCode: z.string(),
  /** Title in the client's returns book; the code if the book does not have it. */
  reasonTitle: z.string(),
  carrier: z.string(),
  /** The name on which all rule books agree, else the code; '' if unknown. */
  carrierName: z.string(),
  region: z.string(),
  pieces: z.int(),
  surplus: z.int(),
  orderedOn: z.string(),
  despatchedOn: z.string().nullable(),
  announcedOn: z.string().nullable(),
  receivedOn: z.string().nullable(),
  refundedOn: z.string().nullable(),
})
export type ReturnLine = z.infer<typeof returnLine>

const trendJob = z.strictObject({
  id: z.string(),
  exportId: z.string(),
  status: z.enum(EXPORT_STATUSES),
  percentComplete: z.int(),
})
const exportIdQuery = z.strictObject({ exportId })

export const returnFigures = routes({
  trend: {
    method: 'POST',
    path: '/api/returns/trend',
    summary: 'Returns by week, counted as chosen, with how ripe the last weeks are',
    permission: { reads: EITHER },
    access: 'clients',
    body: trendChoice,
    answer: z.strictObject({
      weeks: z.array(weekFigures),
      lines: z.int(),
      pieces: z.int(),
      waitingDays,
    }),
    errors: [],
    audited: false,
  },
  choices: {
    method: 'GET',
    path: '/api/returns/choices',
    summary: 'What returns can be narrowed to: the reasons, carriers, regions and categories that there are',
    permission: { reads: WITH_RETURNED },
    access: 'clients',
    answer: z.strictObject({
      reasons: z.array(z.strictObject({ code: z.string(), title: z.string() })),
      carriers: z.array(z.strictObject({ carrier: z.string(), carrierName: z.string() })),
      regions: z.array(z.string()),
      categories: z.array(z.string()),
    }),
    errors: [],
    audited: false,
  },
  dashboard: {
    method: 'POST',
    path: '/api/returns/dashboard',
    summary: 'Returns of some days by reason, SKU, category, carrier and region, what waits, and how long refunds take',
    permission: { reads: ['reportsAndEnquiries.returnsDashboard'] },
    access: 'clients',
    body: trendChoice,
    answer: z.strictObject({
      lines: z.int(),
      pieces: z.int(),
      reasons: z.array(part),
      SKUs: z.array(part),
      /** Of the SKUs and reasons above, those that occur together. */
      SKUsByReason: z.array(z.strictObject({ SKU: z.string(), reason: z.string(), pieces: z.int() })),
      /** A SKU in several categories counts in each. */
      categories: z.array(part),
      carriers: z.array(part),
      regions: z.array(part),
      /** Current states of the returns. */
      states: z.array(part),
      /** Refunds paid in the period, regardless of the other filters. */
      refunds: z.array(
        z.strictObject({ currency: z.string(), amount: z.string(), deduction: z.string(), returns: z.int() }),
      ),
      /**
       * Postage of returns that were announced in the period and sent: paid by the client, and by shoppers including
       * fees; regardless of the other filters.
       */
      postage: z.array(
        z.strictObject({ currency: z.string(), amount: z.string(), shoppersPay: z.string(), parcels: z.int() }),
      ),
      /** Days from first announcement to first refund: median and 90th percentile of returns with both. */
      daysToRefund: z.strictObject({ middle: z.int(), ninthOfTen: z.int(), lines: z.int() }).nullable(),
      /** Days still to recount in the figures that rates are based on; the returns themselves are up to date. */
      waitingDays,
    }),
    errors: [],
    audited: false,
  },
  lines: {
    method: 'POST',
    path: '/api/returns/lines',
    summary: 'The returns behind a figure, a row for each SKU of a return',
    permission: { reads: WITH_RETURNED },
    access: 'clients',
    body: withPeriod(
      z.strictObject({
        ...period,
        state: text(20, 'State').default(''),
        client: text(20, 'Client').default(''),
        ...wholePaging,
      }),
    ),
    answer: z.strictObject({ lines: z.array(returnLine), total: z.int(), pieces: z.int() }),
    errors: [],
    audited: false,
    whole: 'lines',
  },
  createTrendReport: {
    method: 'POST',
    path: '/api/powerbi/create-trend-report',
    summary: 'Ask for the returns trend report as a spreadsheet',
    permission: { reads: TREND },
    access: 'clients',
    body: withPeriod(z.strictObject({ ...period, format: z.enum(['xlsx', 'csv']).default('xlsx') })),
    answer: trendJob.extend({ startDate: z.string(), endDate: z.string() }),
    errors: ['too_many_attempts'],
    audited: 'export.started',
  },
  getTrendReport: {
    method: 'GET',
    path: '/api/powerbi/get-trend-report',
    summary: 'How far the returns trend report is; one that failed answers an error',
    permission: { reads: TREND },
    access: 'clients',
    query: exportIdQuery,
    answer: trendJob,
    errors: ['not_found', 'unprocessable'],
    audited: false,
  },
  getTrendReportFile: {
    method: 'GET',
    path: '/api/powerbi/get-trend-report-file',
    summary: 'Fetch the returns trend report, within 24 hours',
    permission: { reads: TREND },
    access: 'clients',
    query: exportIdQuery,
    answer: z.strictObject({}),
    file: 'application/octet-stream',
    errors: ['not_found'],
    audited: false,
    ownTransactions: true,
  },
})
