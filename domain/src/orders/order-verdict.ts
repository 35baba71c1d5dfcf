import type { DispatchService } from './dispatch-service.ts'
import { mayBe, ORDER_STATUSES, type OrderAction, type OrderStatus } from './order-status.ts'

/** What is done to many orders with one command. */
export type OrderCommand = Exclude<OrderAction, 'amend'>

/** What a verdict depends on. */
export type OrderToJudge = {
  status: OrderStatus
  service: DispatchService
  /** Releasing has to allocate it, and its despatch day has passed. */
  isOverdue: boolean
}

/**
 * What a command will do to an order, or why nothing can be done, in words. domain.md, Order life cycle: 'A selection of
 * orders is acted on after a pre-flight: what will happen to each row and which rows are refused and why'.
 */
export function orderVerdict(action: OrderCommand, order: OrderToJudge): { isAllowed: boolean; words: string } {
  const { status, service, isOverdue } = order
  if (!mayBe(status, action)) return { isAllowed: false, words: whyNot(action, status) }
  if (action !== 'release') return { isAllowed: true, words: endingWords(action, status) }
  if (isOverdue && service === 'NAMED DAY') return { isAllowed: false, words: NAMED_DAY_PASSED }
  if (isOverdue)
    return {
      isAllowed: true,
      words: 'Will be released, and go on the next working day: its despatch day has passed',
    }
  return { isAllowed: true, words: status === 'S' ? 'Will be released and allocated' : 'Will be released' }
}

/** Of an order whose named day has passed: no other day is chosen for the customer. */
export const NAMED_DAY_PASSED = 'Its named day has passed: amend its day first'

function endingWords(action: 'suspend' | 'cancel', status: OrderStatus): string {
  if (action === 'suspend') return 'Will be suspended, and its capacity given back'
  return status === 'S' ? 'Will be cancelled' : 'Will be cancelled, and its capacity given back'
}

function whyNot(action: OrderCommand, status: OrderStatus): string {
  const { description, onPickNote } = ORDER_STATUSES[status]
  const is = `It is ${description.toLowerCase()}`
  if (status === 'D' || status === 'V') return `${is} already`
  if (onPickNote) return `It is at ${description}: on a pick note already`
  const isSo = (status === 'R' && action === 'release') || (status === 'S' && action === 'suspend')
  return isSo || (status === 'C' && action === 'cancel') ? `${is} already` : is
}
