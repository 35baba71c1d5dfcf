import type { OrderStatus } from '../../orders/order-status.ts'
import { ORDER_STATUSES } from '../../orders/order-status.ts'
import type { Feed } from '../feed-fields.ts'

/** Orders cancelled in one transaction, all or none. */
export const MAX_TAKEN_BACK = 10_000

/** The facts of a run that decide whether it can be taken back. */
export type RunFacts = {
  readonly feed: Feed
  readonly isEnded: boolean
  readonly isTakenBack: boolean
  /** Orders that it created; need not be exact above {@link MAX_TAKEN_BACK}. */
  readonly orders: number
  readonly isAllNew: boolean
}

/** Why a run cannot be taken back; undefined if it can. */
export function whyNotTakenBack({ feed, isEnded, isTakenBack, orders, isAllNew }: RunFacts): string | undefined {
  if (feed !== 'orders') return 'Only imports of orders can be undone.'
  if (isTakenBack) return 'This import has already been undone.'
  if (!isEnded) return 'This file is still being imported.'
  if (orders === 0) return 'This file created no orders.'
  if (orders > MAX_TAKEN_BACK)
    return `This file created more than ${MAX_TAKEN_BACK.toLocaleString('en-GB')} orders. Open them and cancel them there.`
  return isAllNew ? undefined : 'Some of its orders are no longer New. Cancel the others by hand.'
}

/** An order that prevents taking back. */
export type BlockingOrder = { readonly orderNumber: string; readonly status: OrderStatus }

const MAX_NAMED = 10

/** Explains why nothing was taken back: the blocking orders (the first ten by number), and what to do. */
export function blockingOrdersText(blocking: readonly BlockingOrder[], orders: number): string {
  const named = blocking
    .slice(0, MAX_NAMED)
    .map(({ orderNumber, status }) => `${orderNumber} (${ORDER_STATUSES[status].description})`)
  const more = blocking.length - named.length
  const count = blocking.length.toLocaleString('en-GB')
  const summary = `${count} of its ${orders.toLocaleString('en-GB')} orders ${blocking.length === 1 ? 'is' : 'are'} no longer New: ${named.join(', ')}`
  return `${summary}${more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : ''}. Nothing was undone. Cancel the others by hand.`
}

/** The history note of an order that was cancelled with its file. */
export const takenBackNote = (fileName: string, reason: string): string =>
  [`Import of ${fileName || 'its file'} undone`, reason].filter(Boolean).join(': ')
