import { z } from 'zod'
import { reason, shownWith } from '../route/visible.ts'

/** The methods of the order's consignments, and why the rest have none. */
export const orderRouting = z.strictObject({
  consignments: z.array(
    z.strictObject({
      carrier: z.string(),
      carrierName: z.string(),
      methodDescription: z.string(),
      /** Decimal text in the client's currency. */
      cost: shownWith('costs', z.string()),
      despatchDay: z.string(),
    }),
  ),
  /** In words; null if every consignment has a method. */
  exception: reason().nullable(),
})
export type OrderRouting = z.infer<typeof orderRouting>
