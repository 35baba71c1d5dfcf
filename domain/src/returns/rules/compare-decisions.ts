import type { ReturnDecision } from './return-decision.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether a shopper would see another decision: what may come back, what is paid, and each way to send it. */
export const isOtherForShopper = (one: ReturnDecision, other: ReturnDecision): boolean =>
  !isSame(seenByShopper(one), seenByShopper(other))

const seenByShopper = ({ lines, fee, parcels }: ReturnDecision) => [
  lines.map(({ answer, keep, resolutions }) => [answer, keep, resolutions]),
  fee,
  parcels.map(({ options }) => options.map(({ id, shopperPays }) => [id, shopperPays])),
]

/** Whether a retailer would see another decision: where goods go too, but of the ways to send them the cheapest alone, with its price. */
export const isOtherForRetailer = (one: ReturnDecision, other: ReturnDecision): boolean =>
  !isSame(seenByRetailer(one), seenByRetailer(other))

const seenByRetailer = ({ lines, fee, parcels }: ReturnDecision) => [
  lines.map(({ answer, keep, destination, resolutions }) => [answer, keep, destination, resolutions]),
  fee,
  parcels.map(({ options }) => options[0]),
]
