import { z } from 'zod'

/** An invalid field: its path in the body ('items.0.quantity') and what would be valid, in words. */
export const fieldProblem = z.object({ path: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof fieldProblem>

/** Every error answer. `requestId` finds the matching line of the log. */
export const problem = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.array(fieldProblem).optional(),
  retryAfterSeconds: z.number().optional(),
  /**
   * For a version conflict: the current record, in the shape of the call that reads it. For a feed that stopped: the
   * summary of the rows stored.
   */
  present: z.unknown().optional(),
})
export type Problem = z.infer<typeof problem>
