import { z } from 'zod'
import { STOCK_FIGURE_CODES } from '@despatch/domain/reports/figures'
import { text, wholePaging } from '../route/fields.ts'
import { reportPeriod, withPeriod } from '../route/report-period.ts'

const stockFlowChoice = { ...reportPeriod, category: text(100, 'Category').default('') }
/** Filters of a client's stock flow: '' for all categories, 'Not known' for SKUs without one. */
export const stockFlowInput = withPeriod(z.strictObject(stockFlowChoice))

const stockSkusChoice = {
  ...stockFlowChoice,
  /** Limits the list to SKUs with pieces in this figure; '' for all SKUs with stock or movement. */
  figure: z.enum(['', ...STOCK_FIGURE_CODES], 'That is no figure of stock').default(''),
}
/** The SKUs behind a figure, and the file of them. */
export const stockSkusInput = withPeriod(z.strictObject(stockSkusChoice))
export const stockSkuListQuery = withPeriod(z.strictObject({ ...stockSkusChoice, ...wholePaging }))

const flow = {
  opening: z.int(),
  goodsIn: z.int(),
  returned: z.int(),
  despatched: z.int(),
  adjusted: z.int(),
  closing: z.int(),
  skus: z.int(),
  /** Days until the closing stock runs out at the pace of the period; null if nothing went out. */
  daysOfCover: z.int().nullable(),
}
const categoryFlow = z.strictObject({ name: z.string(), ...flow })
export const skuFlow = z.strictObject({
  clientCode: z.string(),
  SKU: z.string(),
  Item_Description: z.string(),
  ...flow,
})
export type SkuFlow = z.infer<typeof skuFlow>

/** Pieces of one client's stock. A SKU with several categories counts in each. */
export const stockFlowFigures = z.strictObject({
  startDate: z.string(),
  endDate: z.string(),
  ...flow,
  categories: z.array(categoryFlow),
  /** Best-selling SKUs, at most 100. */
  topSkus: z.array(skuFlow),
  weeks: z.array(z.strictObject({ start: z.string(), goodsIn: z.int(), returned: z.int(), despatched: z.int() })),
  today: z.string(),
})
