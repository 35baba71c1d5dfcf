import { allocateOrders, type Allocating } from './allocate-orders.ts'
import { lockCapacity } from './capacity-usage.ts'
import type { DecidedConsignment } from './decide-orders.ts'
import { giveBack } from './give-back.ts'
import { type Grounds, usageNow } from './order-grounds.ts'
import type { HeldOrder } from './orders-to-allocate.ts'

/**
 * Gives back what stands of an order that the caller holds, and allocates it anew as it is now. What the order itself held
 * is not in its own way; the book stays the one whose carriers are held. It is the last thing that is asked before the
 * commit. `isAllocatedAgain`: the order is as it was, the rules are not (see {@link giveBack}).
 */
export async function allocateAnew(
  on: Allocating,
  order: HeldOrder,
  grounds: Grounds,
  { isAllocatedAgain = false } = {},
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
  await giveBack(transaction, { client, orderNumbers: [orderNumber], at: now, isAllocatedAgain })
  const usage = isLocked ? await usageNow(on, [despatchDay]) : grounds.usage
  return allocateOrders(on, [order], { ...grounds, usage }, { isLocked })
}
