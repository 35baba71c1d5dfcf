import {
  isCancelled,
  isSuspended,
  ORDER_STATUSES,
  type OrderStatus,
  type OrderStatusFields,
} from '@despatch/domain/orders/order-status'
import type { Meaning } from '../../kit/list/columns/cells.tsx'

/** The meaning of an order's state in lists, from the domain's functions. */
export function meaningOf(order: OrderStatusFields): Meaning {
  if (isCancelled(order)) return 'bad'
  if (isSuspended(order)) return 'attention'
  if (order.Status === 'N') return 'waiting'
  return order.Status === 'D' || order.Status === 'V' ? 'good' : 'neutral'
}

/** The title of a status in ordinary case, although the specification writes 'SUSPENDED'. */
export function statusWord(status: OrderStatus): string {
  const word: string = ORDER_STATUSES[status].description
  return word.charAt(0) + word.slice(1).toLowerCase()
}
