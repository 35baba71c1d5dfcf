import { z } from 'zod'

/** The moment of a decision with the day's cut-offs: see domain/src/routing/cut-offs/cut-off.ts. */
export const decisionClock = z.strictObject({
  day: z.string(),
  /** ISO 8601. */
  at: z.string(),
  pickMinutes: z.int(),
  cutOffs: z.array(
    z.strictObject({
      carrier: z.string(),
      /** Empty for the services without their own. */
      service: z.string(),
      /** Minutes since midnight on the operator's clock; null for a service without a cut-off on this day. */
      minute: z.int().nullable(),
      /** Minutes from the time at which the parcel is ready to the cut-off. */
      left: z.int(),
    }),
  ),
})
