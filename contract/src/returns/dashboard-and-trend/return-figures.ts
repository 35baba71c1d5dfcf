import { EXPORT_STATUSES } from '@despatch/domain/text/export-status'
import { COUNTED_BY_CODES } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { z } from 'zod'
import { exportId } from '../../route/exports.ts'
import { text, wholePaging } from '../../route/fields.ts'
import { reportPeriod, waitingDays, withPeriod } from '../../route/report-period.ts'
import { routes } from '../../route/route.ts'

const TREND = ['reportsAndEnquiries.returnsTrendReport'] as const
const EITHER = ['reportsAndEnquiries.returnsTrendReport', 'reportsAndEnquiries.returnsDashboard'] as const
/** Management reports have a figure of the pieces that came back. */
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

/** What a report is narrowed to; '' is all, 'No reason' and 'Not known' are the returns without one. */
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
  /** Its Monday. */
  week: z.string(),
  lines: z.int(),
  pieces: z.int(),
  /** Pieces of the orders placed in the same week, of all SKUs; null where a filter leaves some of them out. */
  orderedPieces: z.int().nullable(),
  /** 0 to 1; null where it cannot be said. 1 for counts that do not grow. */
  ripeness: z.number().nullable(),
  /** All of its days are over. */
  isOver: z.boolean(),
  /** Some of its days are outside the days asked for. */
  isCut: z.boolean(),
})
export type WeekFigures = z.infer<typeof weekFigures>

const part = z.strictObject({
  name: z.string(),
  title: z.string(),
  lines: z.int(),
  pieces: z.int(),
  /**
   * Pieces that came back for each hundred: of the SKU or category, of those of it that were ordered on the same days; for a
   * reason, of all that were; of a carrier or region, of the parcels sent on them. Null where that is not known.
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
  /** As the client's returns book calls it; the code itself where the book has none. */
  reasonTitle: z.string(),
  carrier: z.string(),
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
      carriers: z.array(z.string()),
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
      /** A SKU in several is in each of them. */
      categories: z.array(part),
      carriers: z.array(part),
      regions: z.array(part),
      /** What of it is in which state now. */
      states: z.array(part),
      /** What was refunded on the days, whatever the choice is narrowed to. */
      refunds: z.array(
        z.strictObject({ currency: z.string(), amount: z.string(), deduction: z.string(), returns: z.int() }),
      ),
      /**
       * What the way back cost of what was announced on the days and has been sent: what the client pays, and what shoppers pay
       * with fees; whatever the choice is narrowed to.
       */
      postage: z.array(
        z.strictObject({ currency: z.string(), amount: z.string(), shoppersPay: z.string(), parcels: z.int() }),
      ),
      /** Days from the first announcement to the first refund, of what has both: the middle one and the ninth of ten. */
      daysToRefund: z.strictObject({ middle: z.int(), ninthOfTen: z.int(), lines: z.int() }).nullable(),
      /** Of what the parts are compared with; the returns themselves are counted as they are. */
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
