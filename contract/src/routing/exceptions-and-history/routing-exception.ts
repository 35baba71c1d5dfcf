import { z } from 'zod'
import { instant } from '../../route/fields.ts'
import { personName, reason, shownWith } from '../../route/visible.ts'
import { CONSIGNMENT_STATES } from '../allocation/explanation.ts'

/** A consignment that no method may carry, or could not when it was decided. */
export const routingException = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  number: z.int(),
  attempt: z.int(),
  at: instant,
  by: personName(),
  state: z.enum(CONSIGNMENT_STATES),
  /** When it was allocated again, or the order was suspended, amended or cancelled; null while it is open. */
  endedAt: instant.nullable(),
  despatchDay: z.string(),
  dispatchService: z.string(),
  country: z.string(),
  region: z.string().nullable(),
  postCode: z.string(),
  parcels: z.int(),
  skus: z.array(z.string()),
  ruleBookVersion: shownWith('otherMethods', z.int()),
  /** In words: what stood in the way of the closest candidate, or why there is no plan. */
  why: reason(),
})
export type RoutingException = z.infer<typeof routingException>
