import { usageKey } from '@despatch/domain/routing/allocation/consignment'
import { allocateOrders, type Allocating } from './allocate-orders.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import { lockCapacity } from './capacity-usage.ts'
import { decideOrders, type DecidedConsignment } from './decide-orders.ts'
import { type AllocationInputs, usageNow } from './allocation-inputs.ts'
import { groundsFor, type HeldOrder } from './orders-to-allocate.ts'

/** Someone else took the room that a trial had seen: the work is done again with the capacity held. */
export class CapacityTaken extends Error {}

/** What an allocation of orders would come to. */
export type Trial = {
  readonly grounds: AllocationInputs
  /** Orders of which each consignment has a carrier. */
  readonly whole: readonly HeldOrder[]
  /** Why others have none, in words, by their numbers. */
  readonly without: ReadonlyMap<string, string>
  readonly isCapacityHeld: boolean
}

/** Allocating, tried first: `isCapacityHeld` asks for the capacity before it is looked at. */
export type Trying = Allocating & { books: RuleBookCache; isCapacityHeld: boolean }

/** The capacity that allocating orders may take, and that they give back where something of them stands. */
export const capacityOf = ({ compiled }: AllocationInputs, orders: readonly HeldOrder[]) => ({
  carriers: [
    ...compiled.carriers.map(({ code }) => code),
    ...orders.flatMap(({ standing }) => standing.flatMap(({ carrier }) => carrier ?? [])),
  ],
  days: orders.flatMap(({ despatchDay, standing }) => [despatchDay, ...standing.map(({ despatchDay: day }) => day)]),
})

/**
 * Tries which orders, of which nothing stands on a day to come, a carrier takes whole, one after the other; writes nothing. `isCapacityHeld`
 * holds the capacity of their days first, so that what is found is what there is when it is kept. `others` may be kept with
 * them ({@link keepTrial}), and are not tried. undefined where none is to be tried.
 */
export async function tryAllocation(
  on: Trying,
  orders: readonly HeldOrder[],
  others: readonly HeldOrder[] = [],
): Promise<Trial | undefined> {
  if (orders.length === 0) return undefined
  const { transaction, client, isCapacityHeld } = on
  const all = [...orders, ...others]
  const days = all.map(({ despatchDay }) => despatchDay)
  const read = await groundsFor(on, all)
  if (isCapacityHeld) await lockCapacity(transaction, client, capacityOf(read, all))
  const grounds = isCapacityHeld ? { ...read, usage: await usageNow(on, days) } : read
  const usage = new Map(grounds.usage)
  const whole: HeldOrder[] = []
  const without = new Map<string, string>()
  for (const order of orders) {
    const { decided, takes } = decideOrders(grounds.compiled, [order], grounds.goodsOf, usage, grounds.daysOff)
    const whys = new Set(decided.flatMap(({ chosen, why }) => (chosen ? [] : [why])))
    if (whys.size > 0) {
      without.set(order.orderNumber, [...whys].join('. '))
      continue
    }
    whole.push(order)
    for (const { carrier, day, parcels } of takes) {
      const key = usageKey(carrier, day)
      usage.set(key, (usage.get(key) ?? 0) + parcels)
    }
  }
  return { grounds, whole, without, isCapacityHeld }
}

/**
 * Allocates the orders that a trial found a carrier for, and after them `others` as far as there is one. The last thing that
 * is asked before the commit. Throws {@link CapacityTaken} where an order of the trial would go without.
 */
export async function keepTrial(
  on: Allocating,
  { grounds, whole, isCapacityHeld }: Trial,
  others: readonly HeldOrder[],
): Promise<DecidedConsignment[]> {
  const orders = [...whole, ...others]
  if (orders.length === 0) return []
  const promised = new Set(whole.map(({ orderNumber }) => orderNumber))
  return allocateOrders(on, orders, grounds, {
    isLocked: isCapacityHeld,
    check(decided) {
      if (decided.some(({ chosen, orderNumber }) => !chosen && promised.has(orderNumber))) throw new CapacityTaken()
    },
  })
}

/** Does work of which a trial is a part: once more with the capacity held, where someone else took what had been seen. */
export async function withTrial<Done>(work: (isCapacityHeld: boolean) => Promise<Done>): Promise<Done> {
  try {
    return await work(false)
  } catch (error) {
    if (error instanceof CapacityTaken) return work(true)
    throw error
  }
}
