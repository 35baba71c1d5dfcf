import { formatCount } from '@despatch/domain/money/money'
import { COMMAND_DONE } from '@despatch/domain/orders/commands/command-text'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { agoText } from '../../kit/list/moment-text.ts'

/** What each action is called before it is done and while it is, and what it does, in words for one order and for many. */
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

/** What is said while a command is at work. */
export const doingText = (action: OrderCommand | 'rate-again') =>
  action === 'rate-again' ? 'Rating again' : COMMAND_TEXTS[action].doing

/** '1 order', '1,284 orders'. */
export const ordersText = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`

type Found = { readonly total: number; readonly allowed: number; readonly untried: number }

/** What the dialog asks of orders; where all are refused, there is nothing to ask. */
export function askText(action: OrderCommand, { total, allowed }: Pick<Found, 'total' | 'allowed'>): string {
  if (total > 0 && allowed === 0) return `None of ${ordersText(total)} can be ${COMMAND_DONE[action]}`
  return `${COMMAND_TEXTS[action].verb} ${ordersText(total)}?`
}

/** The way out. 'Cancel' could be taken for what is done to orders. */
export function keepText(action: OrderCommand, count: number): string {
  if (action === 'cancel') return count === 1 ? 'Keep the order' : 'Keep the orders'
  return count === 1 ? 'Leave it as it is' : 'Leave them as they are'
}

/** What becomes of those that go; '' where none does. */
export function effectText(action: OrderCommand, { allowed, untried }: Pick<Found, 'allowed' | 'untried'>): string {
  if (allowed === 0) return ''
  if (action === 'release' && untried > 0)
    return 'A carrier is looked for first: orders that no carrier takes are not released.'
  return COMMAND_TEXTS[action].effect
}

/** What a command would do: '1,278 orders will be released, 3 if a carrier takes them, 3 are refused.' */
export function preflightText(
  action: OrderCommand,
  { allowed, untried, refused }: { allowed: number; untried: number; refused: number },
): string {
  const certain = allowed - untried
  const ifTaken = ` if a carrier takes ${untried === 1 ? 'it' : 'them'}`
  const [first, others] =
    certain === 0 && untried > 0
      ? [`${ordersText(untried)} will be ${COMMAND_DONE[action]}${ifTaken}`, '']
      : [
          `${certain === 0 ? 'No order' : ordersText(certain)} will be ${COMMAND_DONE[action]}`,
          untried > 0 ? `, ${formatCount(untried)}${ifTaken}` : '',
        ]
  return `${first}${others}${refused === 0 ? '' : `, ${formatCount(refused)} ${refused === 1 ? 'is' : 'are'} refused`}.`
}

type ShortSku = { readonly clientCode: string; readonly SKU: string; readonly pieces: number; readonly orders: number }

/** '3 of them are short of stock and are released all the same.' */
export const shortText = (count: number, allowed: number): string =>
  allowed === 1
    ? 'It is short of stock, and is released all the same.'
    : `${formatCount(count)} of them ${count === 1 ? 'is' : 'are'} short of stock, and ${count === 1 ? 'is' : 'are'} released all the same.`

/** 'SKU MUG: 12 pieces short, in 3 orders', with its client where there are several. */
export const shortSkuText = ({ clientCode, SKU, pieces, orders }: ShortSku, hasClients: boolean): string =>
  `${hasClients ? `${clientCode} ` : ''}SKU ${SKU}: ${formatCount(pieces)} ${pieces === 1 ? 'piece' : 'pieces'} short, in ${ordersText(orders)}`

type Change = { readonly act: string; readonly by: string; readonly at: string; readonly note: string }

/** 'Suspended by bea a minute ago (Fraud check)': the last that happened to an order. */
export function changeText({ act, by, at, note }: Change, now: Date): string {
  return `${act} by ${by} ${agoText(new Date(at), now)}${note && ` (${note})`}`
}
