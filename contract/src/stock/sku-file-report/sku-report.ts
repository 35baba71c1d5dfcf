import { z } from 'zod'
import { instant, sortBy, text, wholePaging } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

/** What a SKU may lack. 'any' is a weight or a size. */
export const SKU_MISSING = ['', 'any', 'weight', 'size'] as const
/** What is in stock of it, by the newest count. */
export const SKU_STOCK = ['', 'in', 'out', 'uncounted'] as const
/** Whether it was in an order of the last four weeks. */
export const SKU_MOVEMENT = ['', 'moving', 'still'] as const
export const SKU_REPORT_SORTS = ['code', 'title', 'orders', 'onHand', 'weight'] as const
export type SkuReportSort = (typeof SKU_REPORT_SORTS)[number]

/** Which SKUs of a client. */
const skuSelection = {
  /** The beginning of a code, or a part of a title, in any case. */
  search: text(100, 'Search').default(''),
  category: text(40, 'Category').default(''),
  stock: z.enum(SKU_STOCK, 'Stock is in, out or uncounted').default(''),
  movement: z.enum(SKU_MOVEMENT, 'Movement is moving or still').default(''),
  missing: z.enum(SKU_MISSING, 'Missing is any, weight or size').default(''),
}

/** A SKU with all that is known of it: kg, cm, m³ as numbers, null where nobody has said. */
export const skuReportRow = z.strictObject({
  Code: z.string(),
  Item_Description: z.string(),
  categories: z.array(z.string()),
  weight: z.number().nullable(),
  /** The longest side. Where only it and the volume are known, width and height are null. */
  length: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  volume: z.number().nullable(),
  boxes: z.array(z.strictObject({ Code: z.string(), quantity: z.int() })),
  unitValue: z.string(),
  isSerialNumbered: z.boolean(),
  /** Came in with an order or a count, and nobody has looked at it. */
  isUnknownSku: z.boolean(),
  /** What allocation guesses at. A product that comes in boxes is measured by these. */
  missing: z.array(z.enum(['weight', 'size'])),
  /** Null where nobody has counted it. */
  onHand: z.int().nullable(),
  available: z.int().nullable(),
  /** Orders of the last four weeks with it, itself or as a box. */
  orders: z.int(),
  lastOrderedAt: instant.nullable(),
})
export type SkuReportRow = z.infer<typeof skuReportRow>

const READS = { reads: ['reportsAndEnquiries.skuFileReport'] } as const

/** SKU File Report: what is known of a client's SKUs. */
export const skuReport = routes({
  skuFileReport: {
    method: 'POST',
    path: '/api/sku/file-report',
    summary: 'SKUs of the client with what is known of them, and in how many orders of the last four weeks they were',
    permission: READS,
    access: 'one-client',
    body: z.strictObject({
      ...skuSelection,
      sort: sortBy(SKU_REPORT_SORTS, 'code', 'There is no such order'),
      desc: z.boolean().default(false),
      ...wholePaging,
    }),
    answer: z.strictObject({ rows: z.array(skuReportRow) }),
    errors: [],
    audited: false,
    whole: 'rows',
  },
  skuFileReportTotals: {
    method: 'POST',
    path: '/api/sku/file-report/totals',
    summary: 'How many SKUs that are, how many lack a weight or size, and how many orders were allocated on a guess',
    permission: READS,
    access: 'one-client',
    body: z.strictObject(skuSelection),
    answer: z.strictObject({
      total: z.int(),
      withoutWeight: z.int(),
      withoutSize: z.int(),
      /** Times that a SKU without weight or size was in an order of the last four weeks. */
      guesses: z.int(),
      categories: z.array(z.string()),
      /** Up to when orders are counted; null before the first time. */
      countedAt: instant.nullable(),
    }),
    errors: [],
    audited: false,
  },
})
