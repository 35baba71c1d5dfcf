import { z } from 'zod'

/**
 * What is wrong with a row that was not taken: where, why. `line` counts from 1, the header included; `column` as the file
 * names it. A row has as many as there are wrong cells in it.
 */
export const feedRefusal = z.strictObject({
  line: z.int(),
  column: z.string(),
  reason: z.string(),
  value: z.string(),
})
export type FeedRefusal = z.infer<typeof feedRefusal>
