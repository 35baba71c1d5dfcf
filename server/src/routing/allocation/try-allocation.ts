import type { Day } from '@despatch/domain/calendar/day'
import { usageKey } from '@despatch/domain/routing/allocation/consignment'
import { allocateOrders, type AllocationContext, daysOf } from './allocate-orders.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import { lockCapacity } from './capacity-usage.ts'
import type { DecidedConsignment } from './decide-consignment.ts'
import { decideOrders } from './decide-orders.ts'
import { type AllocationInputs, loadUsage } from './allocation-inputs.ts'
import { loadAllocationInputs, type LockedOrder } from './orders-to-allocate.ts'

/** Another transaction took capacity that a trial relied on. Repeat the work with the capacity locked. */
export class CapacityTaken extends Error {}

/** The result of trying to allocate orders. */
export type Trial = {
  readonly inputs: AllocationInputs
  /** Orders with a carrier for every consignment. */
  readonly allocatable: readonly LockedOrder[]
  /** The reasons of the other orders, for people, by order number. */
  readonly reasons: ReadonlyMap<string, string>
  /** The despatch days of allocatable orders, by order number. */
  readonly days: ReadonlyMap<string, Day>
  readonly isCapacityHeld: boolean
}

/** The context of a trial. `isCapacityHeld` locks the capacity before looking at it. */
export type TrialContext = AllocationContext & { books: RuleBookCache; isCapacityHeld: boolean }

/**
 * The capacity rows that allocating orders may change: those they may take and those their current consignments hold.
 */
export const capacityRowsOf = ({ compiled }: AllocationInputs, orders: readonly LockedOrder[]) => ({
  carriers: [
    ...compiled.carriers.map(({ code }) => code),
    ...orders.flatMap(({ consignments }) => consignments.flatMap(({ carrier }) => carrier ?? [])),
  ],
  days: [
    ...daysOf(orders),
    ...orders.flatMap(({ consignments }) => consignments.map(({ despatchDay }) => despatchDay)),
  ],
})

/**
 * Tries which orders a carrier would take completely, one after the other. Writes nothing. With `isCapacityHeld` it
 * locks the capacity of their days first, so that the result is still true when it is saved. `others` are not tried,
 * but may be allocated with them ({@link allocateTrial}). Returns undefined if there are no orders to try.
 */
export async function tryAllocation(
  on: TrialContext,
  orders: readonly LockedOrder[],
  others: readonly LockedOrder[] = [],
): Promise<Trial | undefined> {
  if (orders.length === 0) return undefined
  const { transaction, client, isCapacityHeld } = on
  const all = [...orders, ...others]
  const read = await loadAllocationInputs(on, all)
  if (isCapacityHeld) await lockCapacity(transaction, client, capacityRowsOf(read, all))
  const inputs = isCapacityHeld ? { ...read, usage: await loadUsage(on, daysOf(all)) } : read
  const usage = new Map(inputs.usage)
  const allocatable: LockedOrder[] = []
  const reasons = new Map<string, string>()
  const days = new Map<string, Day>()
  for (const order of orders) {
    const { decided, takes } = decideOrders({ ...inputs, usage }, [order])
    const refusals = new Set(decided.flatMap(({ chosen, why }) => (chosen ? [] : [why])))
    if (refusals.size > 0) {
      reasons.set(order.orderNumber, [...refusals].join('. '))
      continue
    }
    allocatable.push(order)
    days.set(order.orderNumber, decided[0]?.consignment.despatchDay ?? order.despatchDay)
    for (const { carrier, day, parcels } of takes) {
      const key = usageKey(carrier, day)
      usage.set(key, (usage.get(key) ?? 0) + parcels)
    }
  }
  return { inputs, allocatable, reasons, days, isCapacityHeld }
}

/**
 * Allocates the orders that a trial found carriers for, then `others` as far as possible. Call it last before the
 * commit. Throws {@link CapacityTaken} if an order of the trial would get no carrier.
 */
export async function allocateTrial(
  on: AllocationContext,
  { inputs, allocatable, days, isCapacityHeld }: Trial,
  others: readonly LockedOrder[],
): Promise<DecidedConsignment[]> {
  const orders = [...allocatable, ...others]
  if (orders.length === 0) return []
  return allocateOrders(on, orders, inputs, {
    isLocked: isCapacityHeld,
    check(decided) {
      const isKept = ({ chosen, orderNumber, consignment }: DecidedConsignment) =>
        !days.has(orderNumber) || (chosen && consignment.despatchDay === days.get(orderNumber))
      if (!decided.every(isKept)) throw new CapacityTaken()
    },
  })
}

/** Runs work that contains a trial, and repeats it with the capacity locked after {@link CapacityTaken}. */
export async function withTrial<Done>(work: (isCapacityHeld: boolean) => Promise<Done>): Promise<Done> {
  try {
    return await work(false)
  } catch (error) {
    if (error instanceof CapacityTaken) return work(true)
    throw error
  }
}
