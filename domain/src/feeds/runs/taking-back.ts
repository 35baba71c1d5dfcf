import type { OrderStatus } from '../../orders/order-status.ts'
import { ORDER_STATUSES } from '../../orders/order-status.ts'
import type { Feed } from '../feed-fields.ts'

/** So many orders are cancelled in one transaction, all of them or none. */
export const MAX_TAKEN_BACK = 10_000

/** A run of a feed, as far as taking it back goes by it. */
export type FedRun = {
  readonly feed: Feed
  readonly isEnded: boolean
  readonly isTakenBack: boolean
  /** Orders that it made; what is above {@link MAX_TAKEN_BACK} need not be counted. */
  readonly orders: number
  readonly isAllNew: boolean
}

/** Why a run cannot be taken back, in words; undefined where it can. */
export function whyNotTakenBack({ feed, isEnded, isTakenBack, orders, isAllNew }: FedRun): string | undefined {
  if (feed !== 'orders') return 'Only files of orders can be taken back.'
  if (isTakenBack) return 'This file was taken back already.'
  if (!isEnded) return 'This file is still being fed.'
  if (orders === 0) return 'This file made no orders.'
  if (orders > MAX_TAKEN_BACK)
    return `This file made more than ${MAX_TAKEN_BACK.toLocaleString('en-GB')} orders: open them and cancel them there.`
  return isAllNew ? undefined : 'Some of its orders are no longer New: cancel the others by hand.'
}

/** An order that stands in the way. */
export type OrderInTheWay = { readonly orderNumber: string; readonly status: OrderStatus }

const MAX_NAMED = 10

/** Why nothing was taken back: which orders have gone on, how many of them are named, and what to do. */
export function inTheWayText(inTheWay: readonly OrderInTheWay[], orders: number): string {
  const named = inTheWay
    .slice(0, MAX_NAMED)
    .map(({ orderNumber, status }) => `${orderNumber} (${ORDER_STATUSES[status].description})`)
  const more = inTheWay.length - named.length
  const count = inTheWay.length.toLocaleString('en-GB')
  const which = `${count} of its ${orders.toLocaleString('en-GB')} orders ${inTheWay.length === 1 ? 'is' : 'are'} no longer New: ${named.join(', ')}`
  return `${which}${more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : ''}. Nothing was taken back: cancel the others by hand.`
}

/** What the history of an order says that was cancelled with its file, and of one that came back with it. */
export const takenBackNote = (fileName: string, reason: string): string =>
  [`The file ${fileName || 'that it came with'} was taken back`, reason].filter(Boolean).join(': ')
