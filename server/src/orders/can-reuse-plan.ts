import { ORDER_SORTS } from '@despatch/contract/orders/order-criteria'
import { addDays } from '@despatch/domain/calendar/day'
import type { ListOrder } from './list-order.ts'
import type { OrderFilter } from './queries.ts'

type List = OrderFilter & ListOrder & { page: number; limit: number; from?: string | undefined }

/** Periods up to this length are found by day, whatever the status. */
const FEW_DAYS = 62

/**
 * Whether one prepared plan suits this list of a single client for all parameters, because only one index applies. With
 * rare statuses and long periods, a plan for one value would read all of the client's orders for another.
 */
export function canReusePlan({ status = [], dateFrom, dateTo, sort, ...rest }: List): boolean {
  const { desc: _desc, page: _page, limit: _limit, from: _from, email, ...narrowed } = rest
  if (Object.values(narrowed).some((value) => value !== undefined)) return false
  // Indexes of open orders need statuses that are constant in the plan.
  if (!ORDER_SORTS.some((any) => any === sort)) return false
  // The index of emails is sorted by day.
  if (email !== undefined) return sort === 'orderDate'
  if (dateFrom === undefined && dateTo === undefined) return status.length <= 1
  if (sort !== 'orderDate') return false
  const isShort = dateFrom !== undefined && dateTo !== undefined && dateTo < addDays(dateFrom, FEW_DAYS)
  return status.length === 0 || isShort
}
