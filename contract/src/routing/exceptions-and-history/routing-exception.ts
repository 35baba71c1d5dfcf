import { CAUSE_FIXES } from '@despatch/domain/routing/allocation/exception-cause'
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
  /** Since when the order has had no carrier: allocating it again in vain does not change it. */
  since: instant,
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

/** What open routing exceptions have in common. */
export const exceptionCause = z.strictObject({
  /** Without the figures of each: `cause` of the list takes it. */
  cause: z.string(),
  /** Which rules to change; null where no one kind of rules is at fault. */
  fix: z.enum(CAUSE_FIXES).nullable(),
  /** One of them as it is kept. */
  example: reason(),
  orders: z.int(),
  clients: z.int(),
  /** Of these, how many go today or earlier. */
  urgent: z.int(),
  since: instant,
})
export type ExceptionCauseRow = z.infer<typeof exceptionCause>
