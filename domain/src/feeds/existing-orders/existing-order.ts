import { isActionAllowed, type OrderStatus } from '../../orders/order-status.ts'
import { MAX_ORDER_LINES, MAX_ORDER_PIECES, ORDER_FEED_TITLES, type OrderFeedField } from '../rows/order-fields.ts'

/** A stored order that a feed names. */
export type ExistingOrder = {
  readonly status: OrderStatus
  readonly source: 'portal' | 'feed'
  readonly lines: number
  readonly pieces: number
  /** Earlier rows of the same file created it. */
  readonly isOfThisFile?: boolean
}

/** An incomplete order must not be shipped, so all its rows are refused. */
export const ORDER_REFUSED = 'Another row of this order was rejected, so none of it is imported'

/** Refuses a row that contradicts a stored order. */
export function changedFieldReason(field: OrderFeedField): string {
  if (field === 'status')
    return 'This order exists with another status. Import its despatches, or cancel it in the portal'
  return `This order exists with another ${ORDER_FEED_TITLES[field]}. Amend the order instead`
}

export const LINE_MISSING = 'The order has a line that is not in this file. Amend or cancel the order instead'
const LINE_MISSING_DESPATCHED =
  'The order has a line that is not in this file, and can’t be amended. Import what is sent back as a return'

/** The refusal of an order with a line that the file lacks. */
export const missingLineReason = (status: OrderStatus): string =>
  isActionAllowed(status, 'amend') || status === 'C' ? LINE_MISSING : LINE_MISSING_DESPATCHED

/** Refuses a row that would be added to an order while the file lacks another of its lines. */
export const LINE_REPLACED = 'The lines of the order differ from this file. Amend the order instead'

/** Refuses a row that would be added to an order whose lines were amended. */
export const LINES_AMENDED = 'The lines of this order were amended in the portal. Add this one there'

/**
 * Why a stored order cannot get further lines of a file; undefined if it can. Orders from a feed that can still be
 * amended can: their file may have broken off.
 */
export function furtherLinesProblem(
  order: ExistingOrder,
  more: { readonly lines: number; readonly pieces: number },
): string | undefined {
  if (order.source !== 'feed') return 'This order was created in the portal. Add the line there'
  // A past order was despatched already, and its file is the only source of its lines.
  if (!order.isOfThisFile && !isActionAllowed(order.status, 'amend'))
    return 'This order can’t have more lines, because it is no longer new, released or suspended'
  if (order.lines + more.lines > MAX_ORDER_LINES || order.pieces + more.pieces > MAX_ORDER_PIECES) return TOO_LARGE
  return undefined
}

export const TOO_LARGE = `An order has at most ${MAX_ORDER_LINES.toLocaleString('en-GB')} lines and ${MAX_ORDER_PIECES.toLocaleString('en-GB')} pieces`
