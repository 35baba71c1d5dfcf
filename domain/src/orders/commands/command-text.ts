import { ORDER_STATUSES, type OrderStatus } from '../order-status.ts'
import type { OrderCommand } from './order-verdict.ts'

/** Words for the result of each action in history, receipts and messages. */
export const COMMAND_DONE = {
  release: 'released',
  suspend: 'suspended',
  cancel: 'cancelled',
  amend: 'amended',
} as const

/** The acts of {@link COMMAND_DONE} that history records, by command. */
export const COMMAND_ACTS = { release: 'Released', suspend: 'Suspended', cancel: 'Cancelled' } as const

/** Undo period: long enough for the user to see the command's effect. */
export const UNDO_MINUTES = 15

/** Why undo leaves an order unchanged. */
export const CHANGED_SINCE = 'It has changed since, so it was left unchanged'

/** Why a command leaves an order unchanged. */
export const CHANGED_SINCE_SHOWN = 'It has changed since you opened it. Check it again'

/** Receipt for one order. `exception` says why no carrier takes it. */
export function doneText(action: OrderCommand, orderNumber: string, exception = ''): string {
  return `Order ${orderNumber} has been ${COMMAND_DONE[action]}${exception && `, but no carrier is available yet. ${exception}`}.`
}

/** Receipt for one order after undo: its status again. */
export function undoneText(status: OrderStatus, orderNumber: string, exception = ''): string {
  const is = ORDER_STATUSES[status].description.toLowerCase()
  return `Order ${orderNumber} is ${is} again${exception && `, but no carrier is available yet. ${exception}`}.`
}

/** Result of a command: 'Order 5 has been cancelled.' for one order, '1,204 orders suspended, 3 failed.' for many. */
export function commandMessage(action: OrderCommand, counts: CommandCounts): string {
  return summary(COMMAND_DONE[action], counts)
}

/** Result of rating orders again: '300 orders re-allocated, 900 keep their carrier, 4 failed.' */
export function ratedMessage(counts: CommandCounts): string {
  return summary('re-allocated', counts)
}

/** Result of moving orders away from a carrier that is off: '300 orders moved, 12 have no carrier now, 4 failed.' */
export function movedMessage(counts: CommandCounts): string {
  return summary('moved', counts)
}

/** Result of undoing a command. */
export function undoMessage(counts: CommandCounts): string {
  return summary('restored', counts)
}

type Receipt = { outcome: 'done' | 'refused' | 'unchanged'; orderNumber: string; message: string }
export type CommandCounts = {
  done: number
  refused: number
  /** How many of the done orders were released although a SKU is short of stock. */
  short?: number
  /** How many of the done orders were moved from their carrier and got no other. */
  left?: number
  /** Orders that were rated and keep their carrier. */
  unchanged?: number
  /** The receipt, if there is exactly one. */
  only?: Receipt | undefined
}

function summary(was: string, { done, refused, short = 0, left = 0, unchanged = 0, only }: CommandCounts): string {
  if (only && only.outcome !== 'refused') return only.message
  if (only) return `Order ${only.orderNumber} has not been ${was}. ${only.message}.`
  if (done + refused + unchanged === 0) return `No orders matched: none was ${was}.`
  const count = (orders: number) => orders.toLocaleString('en-GB')
  const parts = [
    `${count(done - left)} ${done - left === 1 ? 'order' : 'orders'} ${was}`,
    ...(left > 0 ? [`${count(left)} ${left === 1 ? 'has' : 'have'} no carrier now`] : []),
    ...(short > 0 ? [`${count(short)} short of stock`] : []),
    ...(unchanged > 0 ? [`${count(unchanged)} ${unchanged === 1 ? 'keeps its' : 'keep their'} carrier`] : []),
    ...(refused > 0 ? [`${count(refused)} failed`] : []),
  ]
  return `${parts.join(', ')}.`
}
