import type { Cost } from '../prices/costing.ts'

/** Orders go back to a carrier only if each saves at least the greater of these: docs/decisions/0194-stop-a-carrier.md. */
export const LEAST_SAVING: { readonly amount: Cost; readonly share: number } = { amount: 2000, share: 0.03 }

/**
 * Whether going back from a cost to another saves enough. Ten-thousandths of the main unit of the client's currency;
 * `now` is null for an order without a carrier: for it any carrier is better.
 */
export const savesEnough = (now: Cost | null, back: Cost): boolean =>
  now === null || now - back >= Math.max(LEAST_SAVING.amount, now * LEAST_SAVING.share)
