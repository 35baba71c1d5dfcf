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

/** The acts that Home counts under *Done today*. */
export const DONE_ACTS = [
  'order.created',
  'order.released',
  'order.amended',
  'order.suspended',
  'order.cancelled',
  'return.announced',
  'invoice.decided',
  'claim.prepared',
] as const
export type DoneAct = (typeof DONE_ACTS)[number]

export const home = routes({
  counts: {
    method: 'GET',
    path: '/api/home/counts',
    summary:
      'What waits for the caller: counts of what they may act on; what there is nothing of is left out. And what they have done today',
    permission: 'session',
    access: 'clients',
    answer: z.strictObject({
      counts: z.array(homeCount),
      done: z.array(z.strictObject({ act: z.enum(DONE_ACTS), count: z.int() })),
    }),
    errors: [],
    audited: false,
  },
})
