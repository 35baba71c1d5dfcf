export type OrderAction = 'release' | 'suspend' | 'amend' | 'cancel'

type StatusFacts = { description: string; onPickNote: boolean; may: readonly OrderAction[] }

/** The life cycle of an order, for server and screens: code, title and allowed actions. */
export const ORDER_STATUSES = {
  N: { description: 'New', onPickNote: false, may: ['release', 'suspend', 'amend', 'cancel'] },
  R: { description: 'Released', onPickNote: false, may: ['suspend', 'amend', 'cancel'] },
  S: { description: 'SUSPENDED', onPickNote: false, may: ['release', 'amend', 'cancel'] },
  P: { description: 'Picking', onPickNote: true, may: [] },
  K: { description: 'Packed', onPickNote: true, may: [] },
  D: { description: 'Despatched', onPickNote: true, may: [] },
  V: { description: 'Delivered', onPickNote: true, may: [] },
  C: { description: 'Cancelled', onPickNote: false, may: [] },
} as const satisfies Record<string, StatusFacts>

export type OrderStatus = keyof typeof ORDER_STATUSES
export const ORDER_STATUS_CODES = Object.keys(ORDER_STATUSES) as [OrderStatus, ...OrderStatus[]]

export function isActionAllowed(status: OrderStatus, action: OrderAction): boolean {
  return (ORDER_STATUSES[status].may as readonly OrderAction[]).includes(action)
}

/** Statuses of orders to act on. */
export const ACTIONABLE_STATUSES = ORDER_STATUS_CODES.filter((status) => ORDER_STATUSES[status].may.length > 0)

/** Delivered and cancelled orders are finished; all others are open. */
export const FINISHED_STATUSES = ['V', 'C'] as const satisfies readonly OrderStatus[]

/** Compares two orders for a list with open orders before finished ones. */
export function compareFinished(one: OrderStatus, other: OrderStatus): number {
  return Number(isFinished(one)) - Number(isFinished(other))
}
const isFinished = (status: OrderStatus) => (FINISHED_STATUSES as readonly OrderStatus[]).includes(status)

/** The status after an action; an amendment keeps the status. */
export function statusAfter(status: OrderStatus, action: OrderAction): OrderStatus {
  return action === 'amend' ? status : ({ release: 'R', suspend: 'S', cancel: 'C' } as const)[action]
}

/** Status fields of an order row, as calls return them. */
export type OrderStatusFields = {
  Status?: string | undefined
  Status_Description?: string | undefined
  Is_On_PickNote?: string | undefined
}

const PROGRESS_TEXTS = { P: 'being picked', K: 'packed', D: 'despatched', V: 'delivered' } as const

/**
 * Why an order in this status cannot get another carrier, worded to follow its number; undefined if it can.
 * `ofSuspended` is the text for suspended orders.
 */
export function whyCarrierStays(
  status: OrderStatus,
  ofSuspended = 'is suspended and gets a carrier when it is released',
): string | undefined {
  if (status === 'N' || status === 'R') return undefined
  if (status === 'C') return 'is cancelled'
  return status === 'S' ? ofSuspended : `is already ${PROGRESS_TEXTS[status]}, so its carrier can no longer change`
}

/**
 * Why nothing can be done to an order in this status, and what the user can do instead; undefined if it can still be
 * amended.
 */
export function whyFixed(status: OrderStatus): string | undefined {
  if (ORDER_STATUSES[status].may.length > 0) return undefined
  if (status === 'C') return 'This order is cancelled. To send the goods after all, duplicate it.'
  const fixed = `This order is ${PROGRESS_TEXTS[status as keyof typeof PROGRESS_TEXTS]} and can no longer be changed.`
  return status === 'P' || status === 'K'
    ? `${fixed} To stop it, contact the warehouse.`
    : `${fixed} If goods come back, create a return.`
}

/** Specification 4: 'An order is suspended when its status code is 'S' and its description is either absent or 'SUSPENDED'.' */
export function isSuspended(order: OrderStatusFields): boolean {
  return order.Status === 'S' && (order.Status_Description === undefined || order.Status_Description === 'SUSPENDED')
}

/** Specification 4: 'Cancelled orders (Status_Description 'Cancelled') are filtered out of views.' */
export function isCancelled(order: OrderStatusFields): boolean {
  return order.Status_Description === 'Cancelled'
}

/**
 * Specification 4: 'A row shows as not on a pick note when its status is missing, suspended, or Is_On_PickNote equals
 * the string 'false'.'
 */
export function isNotOnPickNote(order: OrderStatusFields): boolean {
  return !order.Status || isSuspended(order) || order.Is_On_PickNote === 'false'
}
