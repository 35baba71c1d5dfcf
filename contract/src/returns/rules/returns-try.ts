import { z } from 'zod'
import { WHAT_IF_STATUSES } from '../../routing/what-if/what-if.ts'
import { reasonCodeText } from './return-item.ts'
import { triedSide } from './returns-shapes.ts'

export const MAX_WEEKS = 104
/** A draft is tried on past returns, or on orders that could still come back. */
export const TRIED_OVER = ['returns', 'orders'] as const

/** Options of a trial. `reason` is the assumed reason for orders; if left out, the first that shoppers can choose. */
export const tryBody = z.strictObject({
  weeks: z.int('Weeks is a whole number').min(1, 'At least one week').max(MAX_WEEKS, `At most ${MAX_WEEKS} weeks`),
  over: z.enum(TRIED_OVER).default('returns'),
  reason: reasonCodeText.optional(),
})

/** Result of a trial: totals of all lines, and the newest lines that the draft decides differently. */
export const triedResult = z.strictObject({
  lines: z.int(),
  changed: z.int(),
  before: triedSide,
  after: triedSide,
  currency: z.string(),
  moves: z.array(
    z.strictObject({
      orderNumber: z.string(),
      lineNumber: z.int(),
      SKU: z.string(),
      reason: z.string(),
      day: z.string(),
      before: z.string(),
      after: z.string(),
    }),
  ),
})
export type TriedResult = z.infer<typeof triedResult>

export const returnsTry = z.strictObject({
  id: z.uuid(),
  status: z.enum(WHAT_IF_STATUSES),
  weeks: z.int(),
  over: z.enum(TRIED_OVER),
  /** The version that the draft was applied to. */
  bookVersion: z.int(),
  /** Lines tried so far, and in total. */
  done: z.int(),
  total: z.int(),
  percentComplete: z.int(),
  /** Error message of a failed trial. */
  error: z.string(),
  result: triedResult.nullable(),
})
export type ReturnsTry = z.infer<typeof returnsTry>
export const returnsTryId = z.strictObject({ id: z.uuid('An id is missing') })
