import type { ReturnDecision } from './return-decision.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether two decisions differ for the shopper: what can come back, the fee, or a way to send it. */
export const differsForShopper = (one: ReturnDecision, other: ReturnDecision): boolean =>
  !isSame(seenByShopper(one), seenByShopper(other))

const seenByShopper = ({ lines, fee, parcels }: ReturnDecision) => [
  lines.map(({ answer, keep, resolutions }) => [answer, keep, resolutions]),
  fee,
  parcels.map(({ options }) => options.map(({ id, shopperPays }) => [id, shopperPays])),
]

/**
 * Whether two decisions differ for the retailer: also by destination, but of the ways to send goods only by the
 * cheapest and its price.
 */
export const differsForRetailer = (one: ReturnDecision, other: ReturnDecision): boolean =>
  !isSame(seenByRetailer(one), seenByRetailer(other))

const seenByRetailer = ({ lines, fee, parcels }: ReturnDecision) => [
  lines.map(({ answer, keep, destination, resolutions }) => [answer, keep, destination, resolutions]),
  fee,
  parcels.map(({ options }) => options[0]),
]
