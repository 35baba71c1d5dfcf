import { allocation } from '@despatch/contract/routing/allocation/allocation'
import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import type { OrderRow } from '@despatch/contract/orders/order'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

export type OrderOf = Pick<OrderRow, 'orderNumber' | 'clientCode'>

/** An order with the fields that explain why it has no carrier, if known. */
export type OrderToExplain = OrderOf & Partial<Pick<OrderRow, 'despatchDate' | 'dispatchService'>>

/** The decisions on an order's consignments. It uses the order's own client, whichever is selected. */
export const decisionsOf = ({ orderNumber, clientCode }: OrderOf) =>
  queryOptions({
    queryKey: ['orders', 'decision', orderNumber, clientCode],
    queryFn: ({ signal }) => call(allocation.decision, { body: { orderNumber } }, { signal, client: clientCode }),
  })

/**
 * Splits decisions into current and earlier ones. Current are those with capacity or an open exception, or else the
 * last ones.
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
