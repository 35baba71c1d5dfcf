import type { DispatchService } from '../../routing/dispatch-service.ts'
import { attentionOf, lackNote, stoppedText, stoppingLacks } from '../needs-attention.ts'
import { isActionAllowed, ORDER_STATUSES, type OrderAction, type OrderStatus } from '../order-status.ts'

/** A command for many orders. */
export type OrderCommand = Exclude<OrderAction, 'amend'>

/** The facts that a verdict depends on. */
export type OrderToJudge = {
  status: OrderStatus
  service: DispatchService
  /** Its despatch day has passed, so its allocation is no longer valid. */
  isOverdue: boolean
  /** It has no allocation: no carrier was looked for, or the allocation was released. */
  isUntried: boolean
  /** It is despatched today, and the cut-off of its carrier has passed. */
  isAfterCutOff: boolean
  /** Bit set of what it lacks for delivery; see needs-attention. */
  lacks: number
  /** The client's setting: orders of unknown weight or size are not released. */
  refusesUnmeasured: boolean
}

/**
 * Says what a command will do to an order, or why it refuses it. domain.md, Order life cycle: 'A selection of orders is
 * acted on after a pre-flight: what will happen to each row and which rows are refused and why'.
 */
export function orderVerdict(action: OrderCommand, order: OrderToJudge): { isAllowed: boolean; text: string } {
  const { status } = order
  if (!isActionAllowed(status, action)) return { isAllowed: false, text: whyNot(action, status) }
  return action === 'release' ? releaseVerdict(order) : { isAllowed: true, text: endingText(action, status) }
}

/** Release needs an address and a carrier; an order without an allocation is first offered to carriers. */
function releaseVerdict(order: OrderToJudge) {
  const { status, service, isOverdue, isUntried, isAfterCutOff, lacks, refusesUnmeasured } = order
  const isToAllocate = isUntried || isOverdue || isAfterCutOff
  const lacking = attentionOf(status, lacks).filter((lack) => !isToAllocate || lack !== 'carrier')
  const stopping = stoppingLacks(lacking, { refusesUnmeasured })
  if (stopping.length > 0) return { isAllowed: false, text: stoppedText(stopping) }
  if (isOverdue && service === 'NAMED DAY') return { isAllowed: false, text: NAMED_DAY_PASSED }
  const note = lackNote(lacking)
  if (!isToAllocate) return { isAllowed: true, text: `Will be released${note}` }
  if (isAfterCutOff)
    return {
      isAllowed: true,
      text: `Its cut-off has passed: will be allocated again and released if a carrier is available${note}`,
    }
  const moved = isOverdue ? ' for the next working day' : ''
  return { isAllowed: true, text: `Will be allocated${moved} and released if a carrier is available${note}` }
}

/** Larger selections always need a pre-flight. */
export const MAX_WITHOUT_PREFLIGHT = 50

/**
 * Whether a release can skip the pre-flight: few orders, and none that is refused, untried, incomplete or past its
 * despatch day.
 */
export function canSkipPreflight(orders: readonly (OrderToJudge & { needsLook: boolean; count: number })[]): boolean {
  const count = orders.reduce((sum, order) => sum + order.count, 0)
  return (
    count > 0 &&
    count <= MAX_WITHOUT_PREFLIGHT &&
    orders.every(
      (order) =>
        !order.isUntried &&
        !order.isOverdue &&
        !order.isAfterCutOff &&
        !order.needsLook &&
        order.lacks === 0 &&
        orderVerdict('release', order).isAllowed,
    )
  )
}

/** Why an order is not released after allocation failed; `why` is the routing exception. */
export const noCarrierText = (why: string) => `No carrier available. ${why}`

/** A passed named day is refused: only the customer can choose another. */
export const NAMED_DAY_PASSED = 'Its named day has passed. Choose another despatch date first'

function endingText(action: 'suspend' | 'cancel', status: OrderStatus): string {
  if (action === 'suspend') return 'Will be suspended, carrier capacity released'
  return status === 'S' ? 'Will be cancelled' : 'Will be cancelled, carrier capacity released'
}

function whyNot(action: OrderCommand, status: OrderStatus): string {
  const { description, onPickNote } = ORDER_STATUSES[status]
  const is = `It is ${description.toLowerCase()}`
  if (status === 'D' || status === 'V') return `${is} already`
  if (onPickNote) return `It is already at ${description.toLowerCase()}`
  const isSo = (status === 'R' && action === 'release') || (status === 'S' && action === 'suspend')
  return isSo || (status === 'C' && action === 'cancel') ? `${is} already` : is
}
