import { z } from 'zod'
import { reason, shownWith } from '../route/visible.ts'

/** What takes an order: its consignments that have a method, and why others have none. */
export const orderRouting = z.strictObject({
  consignments: z.array(
    z.strictObject({
      carrier: z.string(),
      carrierName: z.string(),
      methodDescription: z.string(),
      /** A decimal text in the client's currency. */
      cost: shownWith('costs', z.string()),
      despatchDay: z.string(),
    }),
  ),
  /** In words; null where every consignment has a method. */
  exception: reason().nullable(),
})
export type OrderRouting = z.infer<typeof orderRouting>
