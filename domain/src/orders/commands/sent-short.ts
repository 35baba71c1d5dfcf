import { formatCount } from '../../money/money.ts'
import type { Goods } from '../delivered-order.ts'
import { ORDER_STATUSES, type OrderStatus } from '../order-status.ts'

/** What an order's history calls it when someone says that the rest of it does not come, and when it may come after all. */
export const SHORT_ACTS = { close: 'Closed short', reopen: 'Reopened' } as const

/** As many SKUs that were not sent are named; the others are counted. */
export const MAX_NAMED_SHORT = 5

/** What of an order is known not to have been sent, and whether someone has said that it does not come. */
export type Shortfall = {
  /** The first {@link MAX_NAMED_SHORT} of its SKUs. */
  readonly items: readonly Goods[]
  /** How many SKUs it is of. */
  readonly SKUs: number
  readonly isClosed: boolean
}

/** '2 of SKU A and 1 of SKU B'; of more SKUs than are named, '… and some of 3 more SKUs'. */
export function shortfallText({ items, SKUs }: Pick<Shortfall, 'items' | 'SKUs'>): string {
  const more = SKUs - items.length
  const parts = [
    ...items.map(({ SKU, quantity }) => `${formatCount(quantity)} of SKU ${SKU}`),
    ...(more > 0 ? [`some of ${formatCount(more)} more ${more === 1 ? 'SKU' : 'SKUs'}`] : []),
  ]
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')
}

/** Whether it is a single piece that was not sent: one that is missing, of several that are. */
export function isOnePiece({ items, SKUs }: Pick<Shortfall, 'items' | 'SKUs'>): boolean {
  return SKUs === 1 && items[0]?.quantity === 1
}

/** '2 of SKU A were not sent': as the history of an order that was sent short says it. */
export function notSentText(shortfall: Pick<Shortfall, 'items' | 'SKUs'>): string {
  return `${shortfallText(shortfall)} ${isOnePiece(shortfall) ? 'was' : 'were'} not sent`
}

/** The message of closing an order short. */
export function closedText(orderNumber: string, shortfall: Shortfall, isDelivered: boolean): string {
  const rest = isDelivered ? 'It is delivered.' : 'It is delivered with the last of its parcels.'
  return `Order ${orderNumber} has been closed short: ${notSentText(shortfall)}. ${rest}`
}

/** The message of reopening one. */
export function reopenedText(orderNumber: string, shortfall: Shortfall): string {
  return `Order ${orderNumber} is despatched again: ${shortfallText(shortfall)} may still be sent.`
}

type OrderSentShort = { readonly status: OrderStatus; readonly shortfall: Shortfall | undefined }

/** Why an order cannot be closed short, in words; undefined where it can: it is despatched, and something of it was not. */
export function whyNotClose({ status, shortfall }: OrderSentShort): string | undefined {
  if (shortfall?.isClosed) return 'It is closed short already'
  if (status === 'V') return 'It is delivered already'
  if (status !== 'D')
    return `It is ${ORDER_STATUSES[status].description.toLowerCase()}: only despatched orders are closed short`
  return shortfall ? undefined : 'Nothing of it is known to be missing: it is delivered with the last of its parcels'
}

/** Why an order cannot be reopened, in words; undefined where it can: it is closed short, and what was missing still is. */
export function whyNotReopen({ shortfall }: OrderSentShort): string | undefined {
  return shortfall?.isClosed ? undefined : 'It is not closed short, or what was missing has been sent since'
}
