import { allocateOrders, type Allocating } from './allocate-orders.ts'
import { lockCapacity } from './capacity-usage.ts'
import type { DecidedConsignment } from './decide-orders.ts'
import { releaseCapacity } from './release-capacity.ts'
import { type AllocationInputs, usageNow } from './allocation-inputs.ts'
import type { HeldOrder } from './orders-to-allocate.ts'

/**
 * Gives back what stands of an order that the caller holds, and allocates it again as it is now. What the order itself held
 * is not in its own way; the book stays the one whose carriers are held. It is the last thing that is asked before the
 * commit. `isAllocatedAgain`: the order is as it was, the rules are not (see {@link releaseCapacity}).
 * `check` looks at what was decided before it is kept, and throws where that will not do.
 */
export async function reallocate(
  on: Allocating,
  order: HeldOrder,
  grounds: AllocationInputs,
  {
    isAllocatedAgain = false,
    check,
  }: { isAllocatedAgain?: boolean; check?: (decided: readonly DecidedConsignment[]) => void } = {},
): Promise<DecidedConsignment[]> {
  const { transaction, client, now } = on
  const { orderNumber, despatchDay, standing } = order
  const isLocked = standing.some(({ carrier }) => carrier !== null)
  if (isLocked)
    await lockCapacity(transaction, client, {
      carriers: [
        ...grounds.compiled.carriers.map(({ code }) => code),
        ...standing.flatMap(({ carrier }) => carrier ?? []),
      ],
      days: [despatchDay, ...standing.map(({ despatchDay: day }) => day)],
    })
  await releaseCapacity(transaction, { client, orderNumbers: [orderNumber], at: now, isAllocatedAgain })
  const usage = isLocked ? await usageNow(on, [despatchDay]) : grounds.usage
  return allocateOrders(on, [order], { ...grounds, usage }, { isLocked, ...(check && { check }) })
}
