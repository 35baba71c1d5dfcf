import { createHash } from 'node:crypto'
import type {
  CarrierDay,
  ClientDayPlan,
  planTheDay as routes,
} from '@despatch/contract/orders/plan-the-day/plan-the-day'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { usageKey } from '@despatch/domain/routing/allocation/consignment'
import { costText } from '@despatch/domain/routing/allocation/units'
import { placeWorthText } from '@despatch/domain/routing/plan-the-day/move-reasons'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { inClient } from '../../database/in-client.ts'
import type { StreamingContext } from '../../http/context.ts'
import { carrierName } from '../../routing/allocation/decide-consignment.ts'
import type { PlanDays } from './day-orders.ts'
import { type MovedOrder, movedOrders } from './moved-orders.ts'
import { planClient, type PlannedDay, type PlanOfClient } from './plan-client.ts'

/** Moved orders that an answer lists. */
const MAX_MOVES = 1000

/** Shows the best plan of some days for each of the caller's clients. It changes nothing. */
export async function previewPlan(
  context: StreamingContext,
  { body }: RouteChecked<typeof routes.preview>,
): Promise<RouteAnswer<typeof routes.preview>> {
  const plans = await planClients(context, body)
  return {
    fingerprint: fingerprintOf(plans),
    clients: plans.map(({ plan, currency, moved }) => clientAnswer(plan, currency, moved)),
  }
}

export type MovesOfPlan = {
  readonly plan: PlanOfClient
  readonly currency: string
  readonly moved: readonly MovedOrder[]
}

/** Plans each client on its own capacity: no client's orders take the places of another. */
export async function planClients(context: StreamingContext, days: PlanDays): Promise<MovesOfPlan[]> {
  const plans: MovesOfPlan[] = []
  for (const client of context.clients) {
    const plan = await planClient(context, client, days)
    if (!plan) continue
    const currency = await inClient(context.database, client, (transaction) => currencyOf(transaction, client))
    plans.push({ plan, currency, moved: movedOrders(plan, currency) })
  }
  return plans
}

/** Identifies the orders, costs and places that plans were made of. */
export const fingerprintOf = (plans: readonly MovesOfPlan[]): string =>
  createHash('sha256')
    .update(plans.map(({ plan }) => plan.fingerprint).join('\n'))
    .digest('hex')

function clientAnswer(plan: PlanOfClient, currency: string, moved: readonly MovedOrder[]): ClientDayPlan {
  const all = plan.days.flatMap(({ parts }) => parts)
  const left = new Set(all.flatMap(({ chosen, order }) => (chosen < 0 ? [order.orderNumber] : [])))
  const total = (of: (day: PlannedDay) => number) => costText(plan.days.reduce((sum, day) => sum + of(day), 0))
  return {
    client: plan.client,
    currency,
    paidBy: plan.settings.paidBy,
    missedDayCost: costText(plan.settings.missedDayCost),
    orders: new Set(all.map(({ order }) => order.orderNumber)).size,
    moved: moved.length,
    placed: moved.filter(({ purpose }) => purpose.kind === 'placed').length,
    placedCost: costText(moved.reduce((sum, { placedCost }) => sum + placedCost, 0)),
    left: left.size,
    saved: savedOf(moved),
    total: total(({ plan: { total: one } }) => one),
    bound: total(({ plan: { bound } }) => bound),
    isExact: plan.days.every(({ plan: { isExact } }) => isExact),
    arePricesExact: plan.days.every(({ plan: { arePricesExact } }) => arePricesExact),
    days: plan.days.map((day) => ({
      day: day.day,
      orders: new Set(day.parts.map(({ order }) => order.orderNumber)).size,
      carriers: carriersOf(plan, day, currency),
    })),
    groups: groupsOf(moved),
    moves: moved.slice(0, MAX_MOVES).map(({ orderNumber, day, from, to, saved, reason }) => ({
      orderNumber,
      day,
      from,
      to,
      saved: costText(saved),
      reason,
    })),
  }
}

const savedOf = (moved: readonly MovedOrder[]) => costText(moved.reduce((sum, { saved }) => sum + saved, 0))

/** The carriers with a limit on a day: what they have before and after, and what a place more is worth. */
function carriersOf(
  { compiled, usage }: PlanOfClient,
  { day, parts, plan }: PlannedDay,
  currency: string,
): CarrierDay[] {
  const { slots } = compiled.rulesOn(day)
  return compiled.carriers.flatMap(({ code }, index) => {
    const limit = slots[index] ?? Number.POSITIVE_INFINITY
    if (!Number.isFinite(limit)) return []
    const room = usageKey(code, day)
    const change = parts.reduce((sum, { chosen, to: { options, standing, parcels } }) => {
      const [was, is] = [options[standing]?.room === room, options[chosen]?.room === room]
      return sum + (was === is ? 0 : is ? parcels : -parcels)
    }, 0)
    const before = usage.get(room) ?? 0
    const price = plan.prices[room] ?? 0
    const name = carrierName(compiled, code)
    return [
      {
        carrier: code,
        carrierName: name,
        limit,
        before,
        after: before + change,
        price: costText(price),
        ask: price > 0 ? placeWorthText(name, day, price, currency) : '',
      },
    ]
  })
}

function groupsOf(moved: readonly MovedOrder[]): ClientDayPlan['groups'] {
  const groups = Map.groupBy(moved, ({ day, from, to, purpose }) => `${day}\n${from ?? ''}\n${to}\n${purpose.kind}`)
  return [...groups.values()]
    .flatMap((alike) => {
      const [first] = alike
      if (!first) return []
      const { day, from, to, purpose, reason } = first
      // The savings of single orders differ.
      const shared = purpose.kind === 'cheaper' ? `Moved to ${to}: costs less` : reason
      return [{ day, from, to, orders: alike.length, saved: savedOf(alike), reason: shared }]
    })
    .toSorted((one, other) => (one.day === other.day ? other.orders - one.orders : one.day < other.day ? -1 : 1))
}
