import { formatCount } from '../../money/money.ts'
import type { Goods } from '../delivered-order.ts'
import { ORDER_STATUSES, type OrderStatus } from '../order-status.ts'

/** Acts in the history of an order that is closed short or reopened. */
export const SHORT_ACTS = { close: 'Closed short', reopen: 'Reopened' } as const

/** Further SKUs are only counted. */
export const MAX_NAMED_SHORT = 5

/** Goods known not to have been sent, and whether the order was closed short. */
export type Shortfall = {
  /** The first {@link MAX_NAMED_SHORT} SKUs. */
  readonly items: readonly Goods[]
  /** Number of SKUs not sent in full. */
  readonly SKUs: number
  readonly isClosed: boolean
}

/** '2 of SKU A and 1 of SKU B'; with more SKUs, '… and some of 3 more SKUs'. */
export function shortfallText({ items, SKUs }: Pick<Shortfall, 'items' | 'SKUs'>): string {
  const more = SKUs - items.length
  const parts = [
    ...items.map(({ SKU, quantity }) => `${formatCount(quantity)} of SKU ${SKU}`),
    ...(more > 0 ? [`some of ${formatCount(more)} more ${more === 1 ? 'SKU' : 'SKUs'}`] : []),
  ]
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')
}

/** Whether exactly one piece is missing, for singular wording. */
export function isSinglePiece({ items, SKUs }: Pick<Shortfall, 'items' | 'SKUs'>): boolean {
  return SKUs === 1 && items[0]?.quantity === 1
}

/** '2 of SKU A were not sent', for the history of the order. */
export function notSentText(shortfall: Pick<Shortfall, 'items' | 'SKUs'>): string {
  return `${shortfallText(shortfall)} ${isSinglePiece(shortfall) ? 'was' : 'were'} not sent`
}

export function closedText(orderNumber: string, shortfall: Shortfall, isDelivered: boolean): string {
  const rest = isDelivered ? 'It is delivered.' : 'It is delivered with the last of its parcels.'
  return `Order ${orderNumber} has been closed short: ${notSentText(shortfall)}. ${rest}`
}

export function reopenedText(orderNumber: string, shortfall: Shortfall): string {
  return `Order ${orderNumber} is reopened. ${shortfallText(shortfall)} may still be sent.`
}

type ShortOrder = { readonly status: OrderStatus; readonly shortfall: Shortfall | undefined }

/** Why an order cannot be closed short, or undefined if it can: it must be despatched with goods missing. */
export function whyNotClose({ status, shortfall }: ShortOrder): string | undefined {
  if (shortfall?.isClosed) return 'It is closed short already'
  if (status === 'V') return 'It is delivered already'
  if (status !== 'D')
    return `It is ${ORDER_STATUSES[status].description.toLowerCase()}. Only despatched orders can be closed short`
  return shortfall ? undefined : 'Nothing is known to be missing from it'
}

/** Why an order cannot be reopened, or undefined if it can: it must be closed short with goods still missing. */
export function whyNotReopen({ shortfall }: ShortOrder): string | undefined {
  return shortfall?.isClosed ? undefined : 'It is not closed short, or the missing units have since been sent'
}
