import { allocation } from '@despatch/contract/routing/allocation/allocation'
import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import type { OrderRow } from '@despatch/contract/orders/order'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

export type OrderOf = Pick<OrderRow, 'orderNumber' | 'clientCode'>

/** An order with what says why it has no carrier, where that is known. */
export type AskedOrder = OrderOf & Partial<Pick<OrderRow, 'despatchDate' | 'dispatchService'>>

/** What was decided on the consignments of an order, and why; of its own client, whichever is selected. */
export const decisionsOf = ({ orderNumber, clientCode }: OrderOf) =>
  queryOptions({
    queryKey: ['orders', 'decision', orderNumber, clientCode],
    queryFn: ({ signal }) => call(allocation.decision, { body: { orderNumber } }, { signal, client: clientCode }),
  })

/**
 * The decisions that count now, and those before them: what holds its capacity or is still an exception; where nothing
 * is, what was decided last.
 */
export function presentAndEarlier(decisions: readonly ConsignmentDecision[]) {
  const lasting = decisions.filter(({ state }) => state === 'allocated' || state === 'exception')
  const lastAttempt = Math.max(0, ...decisions.map(({ attempt }) => attempt))
  const present = lasting.length > 0 ? lasting : decisions.filter(({ attempt }) => attempt === lastAttempt)
  return {
    present: present.toSorted((one, other) => one.number - other.number),
    earlier: decisions.filter((one) => !present.includes(one)),
  }
}
