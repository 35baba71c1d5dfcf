import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge, BilledDetail, BilledParcel } from '../invoice.ts'
import { shareOut } from '../reconciliation/amounts.ts'
import type { JudgedRow } from '../reconciliation/judged.ts'

/** What a parcel should cost, as judged by an equal share of its sales order. */
export type DueRow = Pick<JudgedRow, 'expected' | 'charges'>

const isBase = ({ category }: Pick<BilledCharge, 'category'>) => category === 'base' || category === 'discount'

/**
 * Bills each parcel of a sales order what it should cost, and what the order bills beyond that, or less, once, beside them: an
 * order has one price for all of its items, and says of none what it is. Every penny stays, and so does the tax of each row.
 * As it is where a parcel's cost is not known, where the order gives back, and where it bills no price.
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
  // Where the sum is right, what is billed beside the price is within it.
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
/** What is expected of a charge beside the price: nothing where nobody agreed it. */
const dueOf = (charge: BilledCharge, row: DueRow | undefined): Cost =>
  isBase(charge) ? 0 : (row?.charges.find((one) => isSame(one, charge))?.expected ?? 0)

type Named = Pick<BilledCharge, 'code' | 'text' | 'category'>
const isSame = (one: Named, other: Named) =>
  one.code === other.code && one.text === other.text && one.category === other.category

const withNets = (charges: readonly BilledCharge[], nets: readonly Cost[]): BilledCharge[] =>
  charges.map((charge, at) => ({ ...charge, net: nets[at] ?? 0 })).filter(({ net }) => net !== 0)

/**
 * A sales order as it was before it was billed by due: what all of its rows and the detail bill, shared equally by its parcels, in
 * whole minor units (`penny`).
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
