import { ORDER_STATUSES, type OrderStatus } from './order-status.ts'

/** Warehouse progress as reported to the portal. */
export type WarehouseStatus = 'P' | 'K' | 'D'

const STEPS: Readonly<Record<OrderStatus, number>> = { N: 0, R: 0, S: 0, C: 0, P: 1, K: 2, D: 3, V: 4 }

/**
 * The status after a report from the warehouse, or undefined if the order is already there or further. The report
 * states a fact, so suspended and cancelled orders advance too. A new parcel (`isSentAgain`) returns a delivered order
 * to despatched; no other order goes back.
 */
export function nextWarehouseStatus(
  status: OrderStatus,
  reached: WarehouseStatus,
  { isSentAgain = false } = {},
): WarehouseStatus | undefined {
  return STEPS[reached] > STEPS[status] || (status === 'V' && isSentAgain) ? reached : undefined
}

/** Note for the history of an order that advanced although it was suspended or cancelled; '' otherwise. */
export function heldBackNote(order: { status: OrderStatus; suspendedFor: string }, reached: WarehouseStatus): string {
  const step = ORDER_STATUSES[reached].description
  if (order.status === 'C') return `${step} although it was cancelled`
  if (order.status !== 'S') return ''
  return `${step} although it was suspended${order.suspendedFor === '' ? '' : ` (${order.suspendedFor})`}`
}
