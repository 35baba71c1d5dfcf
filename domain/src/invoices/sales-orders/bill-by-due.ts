import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge, BilledDetail, BilledParcel } from '../invoice.ts'
import { shareOut } from '../../routing/terms/amounts.ts'
import type { JudgedRow } from '../judging/judged.ts'

/** The expected cost of a parcel, as judged by an equal share of its sales order. */
export type DueRow = Pick<JudgedRow, 'expected' | 'charges'>

const isBase = ({ category }: Pick<BilledCharge, 'category'>) => category === 'base' || category === 'discount'

/**
 * Bills each parcel of a sales order at its expected cost, and the difference from the order once, beside them: an
 * order has one price for all of its items, without saying which items they are. The sum and the tax of each row stay
 * the same. Returns the detail unchanged if a parcel's cost is unknown, the order is a credit, or it bills no price.
 *
 * @param due one for each parcel of the detail
 */
export function billByDue(detail: BilledDetail, due: readonly DueRow[]): BilledDetail {
  const [first] = detail.parcels
  const baseAt = first?.charges.findIndex(isBase) ?? -1
  const costs = due.flatMap(({ expected }) => expected ?? [])
  const billed = sumOf(detail.parcels.flatMap(({ charges }) => charges))
  const isKnown = costs.length === detail.parcels.length && costs.some((cost) => cost !== 0)
  if (!first || baseAt < 0 || billed < 0 || !isKnown || detail.charges.length > 0) return detail
  const isEven = billed === costs.reduce((sum, cost) => sum + cost, 0)
  // If the sum is correct, it includes the charges beside the price.
  const nets = detail.parcels.map(({ charges }, index) => {
    const own = charges.map((charge, at) => (at === baseAt ? 0 : isEven ? charge.net : dueOf(charge, due[index])))
    own[baseAt] = (costs[index] ?? 0) - own.reduce((sum, net) => sum + net, 0)
    return own
  })
  const rest = first.charges.map((_, at) =>
    detail.parcels.reduce((sum, { charges }, index) => sum + (charges[at]?.net ?? 0) - (nets[index]?.[at] ?? 0), 0),
  )
  return {
    ...detail,
    parcels: detail.parcels.map((row, index): BilledParcel => ({
      ...row,
      charges: withNets(row.charges, nets[index] ?? []),
    })),
    charges: withNets(first.charges, rest),
  }
}

const sumOf = (charges: readonly { readonly net: Cost }[]): Cost => charges.reduce((sum, { net }) => sum + net, 0)
/** The expected amount of a charge beside the price: zero without an agreement. */
const dueOf = (charge: BilledCharge, row: DueRow | undefined): Cost =>
  isBase(charge) ? 0 : (row?.charges.find((one) => isSame(one, charge))?.expected ?? 0)

type Named = Pick<BilledCharge, 'code' | 'text' | 'category'>
const isSame = (one: Named, other: Named) =>
  one.code === other.code && one.text === other.text && one.category === other.category

const withNets = (charges: readonly BilledCharge[], nets: readonly Cost[]): BilledCharge[] =>
  charges.map((charge, at) => ({ ...charge, net: nets[at] ?? 0 })).filter(({ net }) => net !== 0)

/**
 * Undoes billByDue: distributes everything that the rows and the detail bill equally over the parcels, in whole minor
 * units (`penny`).
 */
export function inEqualShares(detail: BilledDetail, penny: Cost): BilledDetail {
  const equal = detail.parcels.map(() => 1)
  const sums = new Map<string, BilledCharge>()
  for (const charge of [...detail.parcels.flatMap(({ charges }) => charges), ...detail.charges]) {
    const key = `${charge.category} ${charge.code} ${charge.text}`
    sums.set(key, { ...charge, net: charge.net + (sums.get(key)?.net ?? 0) })
  }
  const shared = [...sums.values()].map((charge) => ({ charge, shares: shareOut(charge.net, equal, penny) }))
  const parcels = detail.parcels.map((row, index) => ({
    ...row,
    charges: shared.map(({ charge, shares }) => ({ ...charge, net: shares[index] ?? 0 })),
  }))
  return { ...detail, parcels, charges: [] }
}
