import { z } from 'zod'

/** A carrier that takes no order on some despatch days: see domain/src/routing/carrier-stops/carrier-stop.ts. */
export const carrierStop = z.strictObject({
  carrier: z.string(),
  /** Carrier services; empty for all. */
  services: z.array(z.string()),
  from: z.string(),
  /** null until the stop is ended. */
  to: z.string().nullable(),
})
