import { isActionAllowed, type OrderStatus } from '../../orders/order-status.ts'
import { MAX_ORDER_LINES, MAX_ORDER_PIECES, ORDER_FEED_TITLES, type OrderFeedField } from '../rows/order-fields.ts'

/** An order that a feed finds already there. */
export type ExistingOrder = {
  readonly status: OrderStatus
  readonly source: 'portal' | 'feed'
  readonly lines: number
  readonly pieces: number
  /** Whether rows before of this same file created it. */
  readonly isOfThisFile?: boolean
}

/** A row of an order that another row was refused of: an incomplete order must not be shipped. */
export const ORDER_REFUSED = 'Another row of this order was refused: an order is taken whole or not at all'

/** A row that says something else than the order that is already there. */
export function otherContent(field: OrderFeedField): string {
  if (field === 'status')
    return 'This order is already there with another Status: feed its despatches, or cancel it in the portal'
  return `This is already there with another ${ORDER_FEED_TITLES[field]}: amend the order instead`
}

/** An order that has a line of which the file has no row. */
export const LINE_GONE = 'The order has a line that this file no longer has: amend or cancel the order instead'
const LINE_GONE_LEFT =
  'The order has a line that this file no longer has, and can no longer be amended: feed what comes back of it as a return'

/** What is said of an order that has a line of which the file has no row. */
export const lineGone = (status: OrderStatus): string =>
  isActionAllowed(status, 'amend') || status === 'C' ? LINE_GONE : LINE_GONE_LEFT

/** A row that would be added to an order of which the file no longer has others. */
export const LINE_REPLACED =
  'The order has no such line, and others that this file no longer has: amend the order instead'

/** A row that would be added to an order whose lines people have amended. */
export const LINES_AMENDED = 'The lines of this order were amended in the portal: add this one there'

/**
 * Why an order that is already there cannot have the further lines of a file, or undefined when it can: as long as it
 * came from a feed itself and may still be amended, they are the rest of a file that broke off.
 */
export function cannotHaveMore(
  order: ExistingOrder,
  more: { readonly lines: number; readonly pieces: number },
): string | undefined {
  if (order.source !== 'feed') return 'This order was created in the portal: add the line there'
  // An order of the past has left already: its file is all that says what was in it.
  if (!order.isOfThisFile && !isActionAllowed(order.status, 'amend'))
    return 'This order can have no more lines: it is no longer new, released or suspended'
  if (order.lines + more.lines > MAX_ORDER_LINES || order.pieces + more.pieces > MAX_ORDER_PIECES) return TOO_LARGE
  return undefined
}

export const TOO_LARGE = `An order has at most ${MAX_ORDER_LINES.toLocaleString('en-GB')} lines and ${MAX_ORDER_PIECES.toLocaleString('en-GB')} pieces`
