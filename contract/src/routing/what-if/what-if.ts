import { z } from 'zod'
import { consignment, decided } from '../allocation/explanation.ts'

export const WHAT_IF_STATUSES = ['NotStarted', 'Running', 'Succeeded', 'Failed', 'Cancelled'] as const
export const MAX_DAYS = 90
/** A method; null is a routing exception. */
const route = z.string().nullable()
export const whatIf = z.strictObject({
  id: z.uuid(),
  status: z.enum(WHAT_IF_STATUSES),
  days: z.int(),
  ruleBookVersion: z.int(),
  /** Replayed consignments out of `total`. */
  done: z.int(),
  total: z.int(),
  percentComplete: z.int(),
  /** Why it failed, for people. */
  error: z.string(),
  /** Costs are decimal strings in the client's currency; routes are methods, null a routing exception. */
  summary: z
    .strictObject({
      consignments: z.int(),
      moved: z.int(),
      moves: z.array(z.strictObject({ from: route, to: route, count: z.int() })),
      costBefore: z.string(),
      costAfter: z.string(),
      fullDays: z.array(z.strictObject({ carrier: z.string(), day: z.string(), count: z.int() })),
      newExceptions: z.int(),
      endedExceptions: z.int(),
    })
    .nullable(),
})
export type WhatIf = z.infer<typeof whatIf>
export const whatIfMove = z.strictObject({
  position: z.int(),
  orderNumber: z.string(),
  number: z.int(),
  despatchDay: z.string(),
  from: route,
  to: route,
  costBefore: z.string(),
  costAfter: z.string(),
})
export type WhatIfMove = z.infer<typeof whatIfMove>
/** A move with the decision under the rule book and under the draft. */
export const sideBySide = z.strictObject({
  move: whatIfMove,
  /** The consignment under the draft. */
  consignment,
  /** The current consignment, which `before` decides on, if it has a plan. */
  consignmentBefore: consignment.optional(),
  before: decided,
  after: decided,
  /** Whether each side follows a choice by hand. */
  isByHand: z.strictObject({ before: z.boolean(), after: z.boolean() }).optional(),
})
export const whatIfId = z.strictObject({ id: z.uuid('An id is missing') })
