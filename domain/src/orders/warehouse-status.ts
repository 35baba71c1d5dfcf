import { ORDER_STATUSES, type OrderStatus } from './order-status.ts'

/** What the warehouse does with an order, as far as the portal is told. */
export type WarehouseStatus = 'P' | 'K' | 'D'

const STEPS: Readonly<Record<OrderStatus, number>> = { N: 0, R: 0, S: 0, C: 0, P: 1, K: 2, D: 3, V: 4 }

/**
 * The status that an order goes on to when the warehouse says how far it is, or undefined where it is there already or
 * further. What the warehouse did has happened, so a suspended or cancelled order goes on as well. A delivered order goes back to
 * despatched with a new parcel (`isSentAgain`), and is delivered with that; no other order goes back.
 */
export function onwardStatus(
  status: OrderStatus,
  reached: WarehouseStatus,
  { isSentAgain = false } = {},
): WarehouseStatus | undefined {
  return STEPS[reached] > STEPS[status] || (status === 'V' && isSentAgain) ? reached : undefined
}

/** What the history says of an order that the warehouse went on with although it was held back, or ''. */
export function heldBackNote(order: { status: OrderStatus; suspendedFor: string }, reached: WarehouseStatus): string {
  const step = ORDER_STATUSES[reached].description
  if (order.status === 'C') return `${step} although it was cancelled`
  if (order.status !== 'S') return ''
  return `${step} although it was suspended${order.suspendedFor === '' ? '' : ` (${order.suspendedFor})`}`
}
