import type { DispatchService } from '../../routing/dispatch-service.ts'
import { attentionOf, lackNote, stoppedText, stoppingLacks } from '../needs-attention.ts'
import { mayBe, ORDER_STATUSES, type OrderAction, type OrderStatus } from '../order-status.ts'

/** What is done to many orders with one command. */
export type OrderCommand = Exclude<OrderAction, 'amend'>

/** What a verdict depends on. */
export type OrderToJudge = {
  status: OrderStatus
  service: DispatchService
  /** Its despatch day has passed: what stands of its allocation is of no use any more. */
  isOverdue: boolean
  /** Nothing stands of its allocation: no carrier has been looked for, or it was given back. */
  isUntried: boolean
  /** What it lacks to be delivered, as it is kept; see needs-attention. */
  lacks: number
  /** The client's setting: orders of unknown weight or size are not released. */
  refusesUnmeasured: boolean
}

/**
 * What a command will do to an order, or why nothing can be done, in words. domain.md, Order life cycle: 'A selection of
 * orders is acted on after a pre-flight: what will happen to each row and which rows are refused and why'.
 */
export function orderVerdict(action: OrderCommand, order: OrderToJudge): { isAllowed: boolean; text: string } {
  const { status } = order
  if (!mayBe(status, action)) return { isAllowed: false, text: whyNot(action, status) }
  return action === 'release' ? releaseVerdict(order) : { isAllowed: true, text: endingText(action, status) }
}

/** An order without an address or a carrier is not released; of one that has none for a day to come, one is looked for first. */
function releaseVerdict({ status, service, isOverdue, isUntried, lacks, refusesUnmeasured }: OrderToJudge) {
  const isToAllocate = isUntried || isOverdue
  const lacking = attentionOf(status, lacks).filter((lack) => !isToAllocate || lack !== 'carrier')
  const stopping = stoppingLacks(lacking, { refusesUnmeasured })
  if (stopping.length > 0) return { isAllowed: false, text: stoppedText(stopping) }
  if (isOverdue && service === 'NAMED DAY') return { isAllowed: false, text: NAMED_DAY_PASSED }
  const note = lackNote(lacking)
  if (!isToAllocate) return { isAllowed: true, text: `Will be released${note}` }
  const moved = isOverdue ? ' for the next working day, as its despatch day has passed,' : ''
  return { isAllowed: true, text: `Will be allocated${moved} and released if a carrier takes it${note}` }
}

/** More than these are looked at before anything is done to them. */
export const MAX_AT_ONCE = 50

/**
 * Whether orders are released without a look beforehand: few, and of each one expects nothing else. One that is refused,
 * still looks for a carrier, lacks something or is past its despatch day has someone look first.
 */
export function goesAtOnce(orders: readonly (OrderToJudge & { needsLook: boolean; count: number })[]): boolean {
  const count = orders.reduce((sum, order) => sum + order.count, 0)
  return (
    count > 0 &&
    count <= MAX_AT_ONCE &&
    orders.every(
      (order) =>
        !order.isUntried &&
        !order.isOverdue &&
        !order.needsLook &&
        order.lacks === 0 &&
        orderVerdict('release', order).isAllowed,
    )
  )
}

/** Why an order is not released for which a carrier was looked for: `why` is of the routing exception. */
export const noCarrierText = (why: string) => `No carrier takes it. ${why}`

/** Of an order whose named day has passed: no other day is chosen for the customer. */
export const NAMED_DAY_PASSED = 'Its named day has passed: amend its day first'

function endingText(action: 'suspend' | 'cancel', status: OrderStatus): string {
  if (action === 'suspend') return 'Will be suspended, carrier capacity released'
  return status === 'S' ? 'Will be cancelled' : 'Will be cancelled, carrier capacity released'
}

function whyNot(action: OrderCommand, status: OrderStatus): string {
  const { description, onPickNote } = ORDER_STATUSES[status]
  const is = `It is ${description.toLowerCase()}`
  if (status === 'D' || status === 'V') return `${is} already`
  if (onPickNote) return `It is at ${description}: on a pick note already`
  const isSo = (status === 'R' && action === 'release') || (status === 'S' && action === 'suspend')
  return isSo || (status === 'C' && action === 'cancel') ? `${is} already` : is
}
