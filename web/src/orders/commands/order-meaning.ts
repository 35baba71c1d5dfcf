import {
  isCancelled,
  isSuspended,
  ORDER_STATUSES,
  type OrderStatus,
  type StatedOrder,
} from '@despatch/domain/orders/order-status'
import type { Meaning } from '../../kit/list/columns/cells.tsx'

/** What an order's state means to anyone who looks down a list, by the domain's functions. */
export function meaningOf(order: StatedOrder): Meaning {
  if (isCancelled(order)) return 'bad'
  if (isSuspended(order)) return 'attention'
  if (order.Status === 'N') return 'waiting'
  return order.Status === 'D' || order.Status === 'V' ? 'good' : 'neutral'
}

/** The word of a status, set like the others though the specification writes 'SUSPENDED'. */
export function statusWord(status: OrderStatus): string {
  const word: string = ORDER_STATUSES[status].description
  return word.charAt(0) + word.slice(1).toLowerCase()
}
