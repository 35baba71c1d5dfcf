import { shareOut } from '../../routing/terms/amounts.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { EarlierCharge } from '../judging/facts.ts'
import { expectedCost, type Lane } from '../judging/lane.ts'

/**
 * The shares that earlier charges billed for some parcels of a consignment: a row for several parcels is distributed
 * in proportion to their prices, or equally if these are unknown, in whole minor units (`penny`) of the charges'
 * currency.
 */
export function sharesOf(
  earlier: readonly EarlierCharge[],
  members: readonly { readonly lane: Lane; readonly index: number }[],
  penny: Cost,
): readonly EarlierCharge[] {
  const lane = members[0]?.lane
  if (!lane || earlier.length === 0) return earlier
  const { parcels } = lane.consignment
  const own = new Set(members.map(({ index }) => parcels[index]?.trackingNumber))
  return earlier.flatMap((charge) => {
    const of = charge.parcels
    if (!of || of.every((number) => own.has(number))) return [charge]
    if (!of.some((number) => own.has(number))) return []
    const costs = of.map((number) => {
      const index = parcels.findIndex(({ trackingNumber }) => trackingNumber === number)
      const cost = index < 0 ? null : expectedCost(lane, index)
      return typeof cost === 'number' ? cost : null
    })
    const isKnown = costs.every((cost) => cost !== null) && costs.some((cost) => cost !== 0)
    const shares = shareOut(
      charge.net,
      costs.map((cost) => (isKnown ? (cost ?? 0) : 1)),
      penny,
    )
    const net = of.reduce((total, number, index) => total + (own.has(number) ? (shares[index] ?? 0) : 0), 0)
    return net === 0 ? [] : [{ ...charge, net }]
  })
}
