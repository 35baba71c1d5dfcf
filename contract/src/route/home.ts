import { z } from 'zod'
import { instant } from './fields.ts'
import { routes } from './route.ts'

/** A count of work that waits for the caller. `urgent` is how many of them are urgent. */
export const homeCount = z.strictObject({
  name: z.string(),
  count: z.int(),
  urgent: z.int(),
  /** The moment by which the first of them must be done. */
  by: instant.optional(),
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

/** The steps of the first day, in the order in which to take them. */
export const FIRST_STEPS = ['client', 'carriers', 'prices', 'skus', 'users', 'order'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const home = routes({
  firstSteps: {
    method: 'GET',
    path: '/api/home/first-steps',
    summary: 'The steps from an empty portal, or a new client, to the first order, and which of them are done',
    permission: 'session',
    operatorOnly: 'Only the operator sets clients up.',
    access: 'clients',
    answer: z.strictObject({ steps: z.array(z.strictObject({ step: z.enum(FIRST_STEPS), isDone: z.boolean() })) }),
    errors: [],
    audited: false,
  },
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
