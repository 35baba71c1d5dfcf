import { z } from 'zod'

/**
 * A fault of a refused row. `line` counts from 1 including the header; `column` is the file's name for it. A row has
 * one for each wrong cell.
 */
export const feedRefusal = z.strictObject({
  line: z.int(),
  column: z.string(),
  reason: z.string(),
  value: z.string(),
})
export type FeedRefusal = z.infer<typeof feedRefusal>
