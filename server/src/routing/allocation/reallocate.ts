import { allocateOrders, type AllocationContext, daysOf } from './allocate-orders.ts'
import { lockCapacity } from './capacity-usage.ts'
import type { DecidedConsignment } from './decide-consignment.ts'
import { releaseCapacity } from './release-capacity.ts'
import { type AllocationInputs, loadUsage } from './allocation-inputs.ts'
import type { LockedOrder } from './orders-to-allocate.ts'

/**
 * Ends the current consignments of an order that the caller has locked, and allocates it again. The order's own
 * capacity does not count against it. The rule book stays the same, because the capacity rows of its carriers are
 * locked. Call it last before the commit. `isAllocatedAgain`: only the rules changed, not the order (see {@link
 * releaseCapacity}). `check` receives the decisions before they are saved and throws to reject them.
 */
export async function reallocate(
  on: AllocationContext,
  order: LockedOrder,
  inputs: AllocationInputs,
  {
    isAllocatedAgain = false,
    check,
  }: { isAllocatedAgain?: boolean; check?: (decided: readonly DecidedConsignment[]) => void } = {},
): Promise<DecidedConsignment[]> {
  const { transaction, client, now } = on
  const { orderNumber, consignments } = order
  const newDays = daysOf([order])
  const isLocked = consignments.some(({ carrier }) => carrier !== null)
  if (isLocked)
    await lockCapacity(transaction, client, {
      carriers: [
        ...inputs.compiled.carriers.map(({ code }) => code),
        ...consignments.flatMap(({ carrier }) => carrier ?? []),
      ],
      days: [...newDays, ...consignments.map(({ despatchDay: day }) => day)],
    })
  await releaseCapacity(transaction, { client, orderNumbers: [orderNumber], at: now, isAllocatedAgain })
  const usage = isLocked ? await loadUsage(on, newDays) : inputs.usage
  return allocateOrders(on, [order], { ...inputs, usage }, { isLocked, ...(check && { check }) })
}
