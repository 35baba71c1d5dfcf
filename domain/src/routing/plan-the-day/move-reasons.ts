import { formatCount, formatPrice } from '../../money/money.ts'
import type { Day } from '../../calendar/day.ts'
import { weekdayText } from '../allocation/decision-labels.ts'
import { costText } from '../allocation/units.ts'
import type { Cost } from '../prices/costing.ts'
import type { DayPlan, ToPlan } from './day-plan.ts'

/**
 * What a move is for: the order had no carrier; it costs less; or it gives its place to others. Then `orders` is the
 * number of consignments on the carrier that it leaves for which no other carrier is as cheap, and `lastSaves` is what
 * the last of these saves there. Costs in ten-thousandths of the main unit of the client's currency.
 */
export type MoveFor =
  | { readonly kind: 'placed' }
  | { readonly kind: 'cheaper'; readonly saves: Cost }
  | { readonly kind: 'makesRoom'; readonly orders: number; readonly lastSaves: Cost }

/** What the moves of a plan are for, by position of the consignment; undefined where nothing moves. */
export function purposesOf(
  consignments: readonly ToPlan[],
  { chosen, prices }: Pick<DayPlan, 'chosen' | 'prices'>,
): (MoveFor | undefined)[] {
  const needing = new Map<string, number>()
  for (const [at, { options }] of consignments.entries()) {
    const own = options[chosen[at] ?? -1]
    if (own && options.every(({ room, cost }) => room === own.room || cost > own.cost))
      needing.set(own.room, (needing.get(own.room) ?? 0) + 1)
  }
  return consignments.map(({ options, standing }, at) => {
    const [from, to] = [options[standing], options[chosen[at] ?? -1]]
    if (!to || from === to) return undefined
    if (!from) return { kind: 'placed' }
    if (to.cost < from.cost) return { kind: 'cheaper', saves: from.cost - to.cost }
    return { kind: 'makesRoom', orders: needing.get(from.room) ?? 0, lastSaves: prices[from.room] ?? 0 }
  })
}

type Named = { readonly from: string | undefined; readonly to: string; readonly currency: string }

/**
 * The reason of a move without full stop: 'Moved to Evri: DPD’s last places go to 40 orders that have no other carrier
 * as cheap; the last of them saves £0.42'. It concerns the client's own orders only.
 */
export function moveReason(move: MoveFor, { from = '', to, currency }: Named): string {
  if (move.kind === 'placed') return `Goes with ${to}: it had no carrier`
  if (move.kind === 'cheaper') return `Moved to ${to}: saves ${money(move.saves, currency)}`
  const { orders, lastSaves } = move
  if (orders === 0) return `Moved to ${to}: ${possessive(from)} place goes to an order that has no carrier as cheap`
  const have = orders === 1 ? 'order that has' : 'orders that have'
  const last = lastSaves > 0 ? `; the last of them saves ${money(lastSaves, currency)}` : ''
  return `Moved to ${to}: ${possessive(from)} last places go to ${formatCount(orders)} ${have} no other carrier as cheap${last}`
}

/** The same for users who may not see costs and capacities: no figure, and no other order. */
export function plainMoveReason(move: MoveFor, { from = '', to }: Omit<Named, 'currency'>): string {
  if (move.kind === 'placed') return `Goes with ${to}: it had no carrier`
  if (move.kind === 'cheaper') return `Moved to ${to}: planned with the other orders of the day`
  return `Moved to ${to}: places with ${from} are ${KEPT_TEXT}`
}

/** Why an order has a dearer carrier, for users who may not see costs. */
export const KEPT_TEXT = 'kept for orders that have no other carrier as cheap'

/** 'One more place with DPD on Tue 1 Dec is worth £0.42'. */
export const placeWorthText = (carrier: string, day: Day, price: Cost, currency: string): string =>
  `One more place with ${carrier} on ${weekdayText(day)} is worth ${money(price, currency)}`

const possessive = (name: string) => `${name}’s`
const money = (cost: Cost, currency: string) => formatPrice(costText(cost), currency)
