import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { Day } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { lockCapacity, type CapacityTake } from './capacity-usage.ts'
import type { DecidedConsignment } from './decide-consignment.ts'
import type { OrderToAllocate } from './decide-consignment.ts'
import { decideOrders } from './decide-orders.ts'
import { type AllocationInputs, loadUsage } from './allocation-inputs.ts'

/** The transaction, client, time and user of an allocation. */
export type AllocationContext = { transaction: Transaction; client: string; now: Date; byName: string }

/** Attempts without locking the capacity first. */
const FREE_TRIES = 2

/**
 * Allocates orders, saves the decisions and takes their capacity: domain.md, 'Creating or releasing an order allocates
 * it' and 'concurrent orders never take more than the slot'. Call it last before the commit: every order of the client
 * needs the capacity rows. If another transaction took the capacity in between, it decides again on the current usage.
 * With `isLocked` the caller has locked the capacity ({@link lockCapacity}). `check` receives the decisions before they
 * are saved and throws to reject them.
 */
export async function allocateOrders(
  on: AllocationContext,
  orders: readonly OrderToAllocate[],
  inputs: AllocationInputs,
  { isLocked = false, check }: { isLocked?: boolean; check?: (decided: readonly DecidedConsignment[]) => void } = {},
): Promise<DecidedConsignment[]> {
  const { transaction, client } = on
  const days = daysOf(orders)
  let seen = inputs.usage
  let isHeld = isLocked
  for (let tries = 1; ; tries++) {
    const { decided, takes } = decideOrders({ ...inputs, usage: seen }, orders)
    check?.(decided)
    if (await saveDecisions(on, decided, takes)) {
      await moveDays(on, orders, decided)
      return decided
    }
    if (isHeld) throw new Error('Capacity was refused that nobody else could take')
    if (tries >= FREE_TRIES) {
      await lockCapacity(transaction, client, { carriers: inputs.compiled.carriers.map(({ code }) => code), days })
      isHeld = true
    }
    seen = await loadUsage(on, days)
  }
}

/** The days on which orders may take capacity. */
export const daysOf = (orders: readonly Pick<OrderToAllocate, 'despatchDay' | 'fallback'>[]): Day[] =>
  orders.flatMap(({ despatchDay, fallback }) => [despatchDay, ...(fallback ? [fallback.day] : [])])

/** Writes the days of orders that were decided for their later day. The caller writes their history. */
async function moveDays(
  { transaction, client }: AllocationContext,
  orders: readonly OrderToAllocate[],
  decided: readonly DecidedConsignment[],
): Promise<void> {
  const dayOf = new Map(decided.map(({ orderNumber, consignment }) => [orderNumber, consignment.despatchDay]))
  const moved = orders.flatMap(({ orderNumber, despatchDay }) => {
    const day = dayOf.get(orderNumber) ?? despatchDay
    return day === despatchDay ? [] : [{ order_number: orderNumber, day }]
  })
  if (moved.length === 0) return
  await transaction.write(
    sql`update orders o set despatch_date = m.day
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (order_number text, day date)
      where o.client_code = ${client} and o.order_number = m.order_number and o.despatch_date <> m.day`.compile(db),
  )
}

/** Saves all decisions or none. Returns false if the capacity that they take is no longer free. */
export async function saveDecisions(
  { transaction, client, now, byName }: AllocationContext,
  decided: readonly DecidedConsignment[],
  takes: readonly CapacityTake[],
): Promise<boolean> {
  const rows = decided.map((one) => ({
    order_number: one.orderNumber,
    attempt: one.attempt,
    number: one.number,
    state: one.chosen ? 'allocated' : 'exception',
    despatch_day: one.consignment.despatchDay,
    rule_book_version: one.version,
    parcels: one.consignment.parcels.length,
    consignment: one.consignment,
    usage_seen: one.usageSeen,
    conflict: one.conflict,
    carrier: one.chosen?.method.carrier ?? null,
    client_method_id: one.chosen?.method.clientMethodID ?? null,
    cost: one.chosen ? costText(one.chosen.cost) : null,
    why: one.why,
    by_hand: one.byHand,
    passed_over: one.passedOver,
  }))
  const saved = await transaction.writeRow(
    saveConsignments(client, now, byName, JSON.stringify(rows), JSON.stringify(takes)),
  )
  return saved?.isKept ?? false
}

const saveConsignments = fixed((client: string, now: Date, byName: string, decided: string, takes: string) =>
  sql<{ isKept: boolean }>`
    select keep_consignments(${client}, ${now}, ${byName}, ${decided}, ${takes}) as "isKept"`.compile(db),
)

/** Presents an order's routing: its carriers, and the reasons of consignments that have none. */
export function presentRouting(decided: readonly DecidedConsignment[]): OrderRouting {
  const whys = decided.flatMap(({ chosen, why }) => (chosen ? [] : [why]))
  return {
    consignments: decided.flatMap(({ chosen, consignment }) =>
      chosen
        ? {
            carrier: chosen.method.carrier,
            carrierName: chosen.carrierName,
            methodDescription: chosen.method.methodDescription,
            cost: costText(chosen.cost),
            despatchDay: consignment.despatchDay,
          }
        : [],
    ),
    exception: whys.length > 0 ? [...new Set(whys)].join('. ') : null,
  }
}
