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
export function commandMessage(
  action: OrderCommand,
  { done, refused, only }: { done: number; refused: number; only?: Receipt | undefined },
): string {
  return summary(COMMAND_DONE[action], { done, refused, only })
}

/** The same of undoing one. */
export function undoMessage(counts: { done: number; refused: number; only?: Receipt | undefined }): string {
  return summary('put back', counts)
}

type Receipt = { outcome: 'done' | 'refused'; orderNumber: string; message: string }

function summary(
  was: string,
  { done, refused, only }: { done: number; refused: number; only?: Receipt | undefined },
): string {
  if (only?.outcome === 'done') return only.message
  if (only) return `Order ${only.orderNumber} has not been ${was}. ${only.message}.`
  if (done + refused === 0) return `No orders matched: none was ${was}.`
  const count = (orders: number) => orders.toLocaleString('en-GB')
  return `${count(done)} ${done === 1 ? 'order' : 'orders'} ${was}${refused > 0 ? `, ${count(refused)} refused` : ''}.`
}
