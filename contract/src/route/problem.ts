import { z } from 'zod'

/** One field that is wrong: its path in the body ('items.0.quantity') and what would be right, in words. */
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
   * Of a version conflict: the record as it is now, in the shape that reading it answers. Of a feed that stopped: the summary of
   * what is kept of the file.
   */
  present: z.unknown().optional(),
})
export type Problem = z.infer<typeof problem>
