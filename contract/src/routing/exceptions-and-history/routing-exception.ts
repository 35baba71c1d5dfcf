import { CAUSE_FIXES } from '@despatch/domain/routing/allocation/exception-cause'
import { z } from 'zod'
import { instant } from '../../route/fields.ts'
import { personName, reason, shownWith } from '../../route/visible.ts'
import { CONSIGNMENT_STATES } from '../allocation/explanation.ts'

/** A consignment without an eligible method when it was decided. */
export const routingException = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  number: z.int(),
  attempt: z.int(),
  at: instant,
  /** Since when the order has had no carrier; a failed retry does not change it. */
  since: instant,
  by: personName(),
  state: z.enum(CONSIGNMENT_STATES),
  /** When it was re-allocated, or the order was suspended, amended or cancelled; null while open. */
  endedAt: instant.nullable(),
  despatchDay: z.string(),
  dispatchService: z.string(),
  country: z.string(),
  region: z.string().nullable(),
  postCode: z.string(),
  parcels: z.int(),
  skus: z.array(z.string()),
  ruleBookVersion: shownWith('otherMethods', z.int()),
  /** The obstacles of the closest candidate or the reason for no plan, for people. */
  why: reason(),
})
export type RoutingException = z.infer<typeof routingException>

/** A cause that open routing exceptions share. */
export const exceptionCause = z.strictObject({
  /** Without single exceptions' figures; the list's `cause` parameter accepts it. */
  cause: z.string(),
  /** The screen with the rules to change; null if no single kind of rules is the cause. */
  fix: z.enum(CAUSE_FIXES).nullable(),
  /** The stored reason of one exception. */
  example: reason(),
  orders: z.int(),
  clients: z.int(),
  /** The number of orders due today or earlier. */
  urgent: z.int(),
  since: instant,
})
export type ExceptionCauseRow = z.infer<typeof exceptionCause>
