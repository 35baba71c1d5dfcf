import { isRounding } from '../../routing/terms/amounts.ts'
import { chargeKey } from '../../routing/terms/agreed-set.ts'
import type { EarlierCharge } from '../judging/facts.ts'
import { whyUnchecked } from '../judging/judge-charges.ts'
import type { Tolerance } from '../judging/rules.ts'
import { isAllowed } from '../judging/tolerance.ts'
import type { Unit } from '../judging/unit.ts'
import { accountOf, sumsOf } from './account.ts'
import { categoryOf, type Money } from './consignment-charges.ts'

/**
 * Finds the earlier charge that an outbound row bills again: something of it was billed before, and nothing is due
 * any more, or only as much as rounding or tolerance writes off. Credit rows bill nothing again. If the amount due is
 * unknown (`money` is null), whatever was billed before counts as fully billed.
 */
export function billedAgain(
  unit: Unit,
  money: Money | null,
  tolerance: Pick<Tolerance, 'row'> | undefined,
): EarlierCharge | undefined {
  const { leg, charges, earlier, agreed } = unit
  if (leg !== 'outbound' || earlier.length === 0) return undefined
  const account = money && agreed ? accountOf(unit, agreed, money) : null
  const billed = account?.billed ?? sumsOf(earlier, agreed)
  const now = sumsOf(charges, agreed)
  const unchecked = new Set(
    charges.flatMap((charge) => (whyUnchecked(unit, charge) ? [categoryOf(charge, agreed)] : [])),
  )
  let isBilled = false
  for (const [category, net] of now) {
    const sign = net < 0 ? -1 : 1
    const before = sign * (billed.get(category) ?? 0)
    const isKnown = account && !unchecked.has(category)
    const due = isKnown ? sign * (account.due.get(category) ?? 0) : before
    const left = due - before
    const isWrittenOff =
      isRounding(left, 1, unit.penny) || (left < due && tolerance && isAllowed(tolerance.row, left, due))
    if ((sign < 0 && due <= 0) || (left > 0 && !isWrittenOff)) return undefined
    if (!isKnown && before <= 0) return undefined
    isBilled ||= before > 0
  }
  if (!isBilled) return undefined
  const keys = new Set(charges.map(chargeKey))
  return (
    earlier.find((one) => keys.has(chargeKey(one))) ??
    earlier.find((one) => now.has(categoryOf(one, agreed))) ??
    earlier[0]
  )
}
