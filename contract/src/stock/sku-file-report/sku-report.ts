import { z } from 'zod'
import { instant, sortBy, text, wholePaging } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

/** Missing measurements; 'any' is a weight or a size. */
export const SKU_MISSING = ['', 'any', 'weight', 'size'] as const
/** Stock by the newest count. */
export const SKU_STOCK = ['', 'in', 'out', 'uncounted'] as const
/** Whether an order of the last four weeks had it. */
export const SKU_MOVEMENT = ['', 'moving', 'still'] as const
export const SKU_REPORT_SORTS = ['code', 'title', 'orders', 'onHand', 'weight'] as const
export type SkuReportSort = (typeof SKU_REPORT_SORTS)[number]

/** Filters of SKUs. */
const skuSelection = {
  /** Beginning of a code, or part of a title, in any case. */
  search: text(100, 'Search').default(''),
  category: text(40, 'Category').default(''),
  stock: z.enum(SKU_STOCK, 'Stock is in, out or uncounted').default(''),
  movement: z.enum(SKU_MOVEMENT, 'Movement is moving or still').default(''),
  missing: z.enum(SKU_MISSING, 'Missing is any, weight or size').default(''),
}

/** A SKU with its data: kg, cm and m³ as numbers, null if unknown. */
export const skuReportRow = z.strictObject({
  Code: z.string(),
  Item_Description: z.string(),
  categories: z.array(z.string()),
  weight: z.number().nullable(),
  /** The longest side. If only it and the volume are known, width and height are null. */
  length: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  volume: z.number().nullable(),
  boxes: z.array(z.strictObject({ Code: z.string(), quantity: z.int() })),
  unitValue: z.string(),
  isSerialNumbered: z.boolean(),
  /** Created by an order or count, and not reviewed yet. */
  isUnknownSku: z.boolean(),
  /** Measurements that carrier allocation has to guess. A kit is measured by its boxes. */
  missing: z.array(z.enum(['weight', 'size'])),
  /** Null if never counted. */
  onHand: z.int().nullable(),
  available: z.int().nullable(),
  /** Orders of the last four weeks with the SKU itself or as a box. */
  orders: z.int(),
  lastOrderedAt: instant.nullable(),
})
export type SkuReportRow = z.infer<typeof skuReportRow>

const READS = { reads: ['reportsAndEnquiries.skuFileReport'] } as const

/** SKU File Report: data of a client's SKUs. */
export const skuReport = routes({
  skuFileReport: {
    method: 'POST',
    path: '/api/sku/file-report',
    summary: 'SKUs of the client with what is known of them, and in how many orders of the last four weeks they were',
    permission: READS,
    access: 'one-client',
    body: z.strictObject({
      ...skuSelection,
      sort: sortBy(SKU_REPORT_SORTS, 'code', 'Order not found'),
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
      /** How often SKUs without weight or size were in orders of the last four weeks. */
      guesses: z.int(),
      categories: z.array(z.string()),
      /** When orders were last counted; null before the first count. */
      countedAt: instant.nullable(),
    }),
    errors: [],
    audited: false,
  },
})
