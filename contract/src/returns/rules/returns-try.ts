import { z } from 'zod'
import { WHAT_IF_STATUSES } from '../../routing/what-if/what-if.ts'
import { reasonCodeText } from './return-item.ts'
import { triedSide } from './returns-shapes.ts'

export const MAX_WEEKS = 104
/** What a draft is tried on: what shoppers returned, or what they could return today. */
export const TRIED_OVER = ['returns', 'orders'] as const

/** What is to be tried. `reason` is the one that each order's line would be returned for; without it the first that is asked. */
export const tryBody = z.strictObject({
  weeks: z.int('Weeks is a whole number').min(1, 'At least one week').max(MAX_WEEKS, `At most ${MAX_WEEKS} weeks`),
  over: z.enum(TRIED_OVER).default('returns'),
  reason: reasonCodeText.optional(),
})

/** What a trial comes to: all lines that were tried, and the newest of those that are answered otherwise. */
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
  /** The version of the book that the draft was laid over. */
  bookVersion: z.int(),
  /** Lines tried, of how many. */
  done: z.int(),
  total: z.int(),
  percentComplete: z.int(),
  /** Why it failed, in words. */
  error: z.string(),
  result: triedResult.nullable(),
})
export type ReturnsTry = z.infer<typeof returnsTry>
export const returnsTryId = z.strictObject({ id: z.uuid('An id is missing') })
