import { z } from 'zod'
import { text } from '../route/fields.ts'
import { reportPeriod, withPeriod } from '../route/report-period.ts'

/** What a client's stock flow is asked for: '' is all categories, 'Not known' the SKUs without one. */
export const stockFlowInput = withPeriod(
  z.strictObject({ ...reportPeriod, category: text(100, 'Category').default('') }),
)

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
const skuFlow = z.strictObject({
  clientCode: z.string(),
  SKU: z.string(),
  Item_Description: z.string(),
  ...flow,
})

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
