import { z } from 'zod'
import { STOCK_FIGURE_CODES } from '@despatch/domain/reports/figures'
import { text, wholePaging } from '../route/fields.ts'
import { reportPeriod, withPeriod } from '../route/report-period.ts'

const stockFlowChoice = { ...reportPeriod, category: text(100, 'Category').default('') }
/** What a client's stock flow is asked for: '' is all categories, 'Not known' the SKUs without one. */
export const stockFlowInput = withPeriod(z.strictObject(stockFlowChoice))

const stockSkusChoice = {
  ...stockFlowChoice,
  /** Only the SKUs that have pieces of this figure; '' is all that were there or moved. */
  figure: z.enum(['', ...STOCK_FIGURE_CODES], 'That is no figure of stock').default(''),
}
/** The SKUs behind a figure, and a file of them. */
export const stockSkusInput = withPeriod(z.strictObject(stockSkusChoice))
export const stockSkusBehind = withPeriod(z.strictObject({ ...stockSkusChoice, ...wholePaging }))

const flow = {
  opening: z.int(),
  goodsIn: z.int(),
  returned: z.int(),
  despatched: z.int(),
  adjusted: z.int(),
  closing: z.int(),
  skus: z.int(),
  /** Days that what is left lasts, at the pace of these days; null where nothing went out. */
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

/** Pieces of a client's stock. A SKU in several categories is in each of them. */
export const stockFlowFigures = z.strictObject({
  startDate: z.string(),
  endDate: z.string(),
  ...flow,
  categories: z.array(categoryFlow),
  /** Those of which most went out, a hundred at most. */
  topSkus: z.array(skuFlow),
  weeks: z.array(z.strictObject({ start: z.string(), goodsIn: z.int(), returned: z.int(), despatched: z.int() })),
  today: z.string(),
})
