import { z } from 'zod'
import { routes } from './route.ts'

/** A count of work that waits for the caller. `urgent` is how many of them are urgent. */
export const homeCount = z.strictObject({
  name: z.string(),
  count: z.int(),
  urgent: z.int(),
  /** Amounts per currency, in ten-thousandths. */
  amounts: z.array(z.strictObject({ currency: z.string(), amount: z.int() })),
})
export type HomeCount = z.infer<typeof homeCount>

export const home = routes({
  counts: {
    method: 'GET',
    path: '/api/home/counts',
    summary: 'What waits for the caller: counts of what they may act on; what there is nothing of is left out',
    permission: 'session',
    access: 'clients',
    answer: z.strictObject({ counts: z.array(homeCount) }),
    errors: [],
    audited: false,
  },
})
