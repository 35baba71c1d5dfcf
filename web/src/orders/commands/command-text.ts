import { formatCount } from '@despatch/domain/money/money'
import { COMMAND_DONE } from '@despatch/domain/orders/commands/command-text'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { agoText } from '../../kit/list/columns/moment-text.ts'

/** Words for each action before and during it, and its effect on one or many orders. */
export const COMMAND_TEXTS = {
  release: {
    verb: 'Release',
    doing: 'Releasing',
    effect: 'Released orders can be picked.',
  },
  suspend: {
    verb: 'Suspend',
    doing: 'Suspending',
    effect: 'Suspended orders are held until released. Their carrier capacity is released.',
  },
  cancel: {
    verb: 'Cancel',
    doing: 'Cancelling',
    effect: 'Cancelled orders are not sent and leave the work lists. Their carrier capacity is released.',
  },
} as const satisfies Record<OrderCommand, { verb: string; doing: string; effect: string }>

export const doingText = (action: OrderCommand | 'rate-again') =>
  action === 'rate-again' ? 'Re-allocating' : COMMAND_TEXTS[action].doing

export const ordersText = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`

type PreflightCounts = { readonly total: number; readonly allowed: number; readonly untried: number }

/** The dialog's question; a statement if all orders are refused. */
export function askText(action: OrderCommand, { total, allowed }: Pick<PreflightCounts, 'total' | 'allowed'>): string {
  if (total > 0 && allowed === 0) return `None of ${ordersText(total)} can be ${COMMAND_DONE[action]}`
  return `${COMMAND_TEXTS[action].verb} ${ordersText(total)}?`
}

/** The dialog's way out. 'Cancel' could mean the orders. */
export function keepText(action: OrderCommand, count: number): string {
  if (action === 'cancel') return count === 1 ? 'Keep order' : 'Keep orders'
  return 'Cancel'
}

/** Effect on the allowed orders; '' if there are none. */
export function effectText(
  action: OrderCommand,
  { allowed, untried }: Pick<PreflightCounts, 'allowed' | 'untried'>,
): string {
  if (allowed === 0) return ''
  if (action === 'release' && untried > 0) return 'Orders without an available carrier are not released.'
  return COMMAND_TEXTS[action].effect
}

/** '1,278 of 1,284 orders can be released, 3 if a carrier is available. 3 can’t.' */
export function preflightText(
  action: OrderCommand,
  { allowed, untried, refused }: { allowed: number; untried: number; refused: number },
): string {
  const done = COMMAND_DONE[action]
  const total = allowed + refused
  if (allowed === 0) return total === 0 ? `No orders will be ${done}.` : `None of ${ordersText(total)} can be ${done}.`
  const certain = allowed - untried
  const first = certain === 0 ? untried : certain
  const ifCarrier = ' if a carrier is available'
  const others = untried === 0 ? '' : certain === 0 ? ifCarrier : `, ${formatCount(untried)}${ifCarrier}`
  if (refused === 0) return `${ordersText(first)} will be ${done}${others}.`
  return `${formatCount(first)} of ${ordersText(total)} can be ${done}${others}. ${formatCount(refused)} can’t.`
}

type ShortSku = { readonly clientCode: string; readonly SKU: string; readonly pieces: number; readonly orders: number }

/** '3 of them are short of stock and are released all the same.' */
export const shortText = (count: number, allowed: number): string =>
  allowed === 1
    ? 'It is short of stock but will still be released.'
    : `${formatCount(count)} of them ${count === 1 ? 'is' : 'are'} short of stock but will still be released.`

/** 'SKU MUG: 12 pieces short, in 3 orders', with the client if there are several. */
export const shortSkuText = ({ clientCode, SKU, pieces, orders }: ShortSku, hasClients: boolean): string =>
  `${hasClients ? `${clientCode} ` : ''}SKU ${SKU}: ${formatCount(pieces)} ${pieces === 1 ? 'unit' : 'units'} short in ${ordersText(orders)}`

type LatestChange = { readonly act: string; readonly by: string; readonly at: string; readonly note: string }

/** An order's latest change: 'Suspended by bea a minute ago (Fraud check)'. */
export function changeText({ act, by, at, note }: LatestChange, now: Date): string {
  return `${act} by ${by} ${agoText(new Date(at), now)}${note && ` (${note})`}`
}
