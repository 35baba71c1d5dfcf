import { ORDER_STATUSES, type OrderStatus } from '../order-status.ts'
import type { OrderCommand } from './order-verdict.ts'

/** What an order is once a command, or an amendment, is done to it, as history, receipts and messages say it. */
export const COMMAND_DONE = {
  release: 'released',
  suspend: 'suspended',
  cancel: 'cancelled',
  amend: 'amended',
} as const

/** The command of an order whose history says so; see {@link COMMAND_DONE}. */
export const COMMAND_ACTS = { release: 'Released', suspend: 'Suspended', cancel: 'Cancelled' } as const

/** So long after a command it may be undone: while the person who gave it still sees what it did. */
export const UNDO_MINUTES = 15

/** Why an order stays as the command left it when the command is undone. */
export const CHANGED_SINCE = 'It has been changed since, and stays as it is'

/** Why an order is left as it is that someone changed after the caller was shown it. */
export const CHANGED_SINCE_SHOWN = 'It has been changed since you looked at it: look again'

/** The receipt of an order that a command was done to. `exception` says why no carrier takes it. */
export function doneText(action: OrderCommand, orderNumber: string, exception = ''): string {
  return `Order ${orderNumber} has been ${COMMAND_DONE[action]}${exception && `, but no carrier takes it yet. ${exception}`}.`
}

/** The receipt of an order of which a command was undone: what it is again. */
export function undoneText(status: OrderStatus, orderNumber: string, exception = ''): string {
  const is = ORDER_STATUSES[status].description.toLowerCase()
  return `Order ${orderNumber} is ${is} again${exception && `, but no carrier takes it yet. ${exception}`}.`
}

/** What a command came to: 'Order 5 has been cancelled.' of one order, '1,204 orders suspended, 3 refused.' of many. */
export function commandMessage(action: OrderCommand, counts: CommandCounts): string {
  return summary(COMMAND_DONE[action], counts)
}

/** The same of rating orders again: '300 orders rated again, 900 keep their carrier, 4 refused.' */
export function ratedMessage(counts: CommandCounts): string {
  return summary('rated again', counts)
}

/** The same of undoing one. */
export function undoMessage(counts: CommandCounts): string {
  return summary('put back', counts)
}

type Receipt = { outcome: 'done' | 'refused' | 'unchanged'; orderNumber: string; message: string }
/** What a command came to. */
export type CommandCounts = {
  done: number
  refused: number
  /** Of those done, how many were released though a SKU of them is short of stock. */
  short?: number
  /** How many were rated and keep their carrier. */
  unchanged?: number
  /** The receipt, where there is a single one. */
  only?: Receipt | undefined
}

function summary(was: string, { done, refused, short = 0, unchanged = 0, only }: CommandCounts): string {
  if (only && only.outcome !== 'refused') return only.message
  if (only) return `Order ${only.orderNumber} has not been ${was}. ${only.message}.`
  if (done + refused + unchanged === 0) return `No orders matched: none was ${was}.`
  const count = (orders: number) => orders.toLocaleString('en-GB')
  const parts = [
    `${count(done)} ${done === 1 ? 'order' : 'orders'} ${was}`,
    ...(short > 0 ? [`${count(short)} short of stock`] : []),
    ...(unchanged > 0 ? [`${count(unchanged)} ${unchanged === 1 ? 'keeps its' : 'keep their'} carrier`] : []),
    ...(refused > 0 ? [`${count(refused)} refused`] : []),
  ]
  return `${parts.join(', ')}.`
}
