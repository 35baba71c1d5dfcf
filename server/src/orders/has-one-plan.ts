import { ORDER_SORTS } from '@despatch/contract/orders/order-criteria'
import { addDays } from '@despatch/domain/calendar/day'
import type { ListOrder } from './list-order.ts'
import type { OrderFilter } from './queries.ts'

type List = OrderFilter & ListOrder & { page: number; limit: number; from?: string | undefined }

/** In so many days of a client its orders of any status are found by their days. */
const FEW_DAYS = 62

/**
 * Whether one plan serves such a list of a single client whatever it is given: there is one index for it in any case. Where a
 * status may be rare and the days are many, what suits one value would read all orders of the client for another.
 */
export function hasOnePlan({ status = [], dateFrom, dateTo, sort, ...rest }: List): boolean {
  const { desc: _desc, page: _page, limit: _limit, from: _from, email, ...narrowed } = rest
  if (Object.values(narrowed).some((value) => value !== undefined)) return false
  // Indexes of open orders alone serve statuses that are known when the plan is made.
  if (!ORDER_SORTS.some((any) => any === sort)) return false
  // The index of emails has the orders of each by their days.
  if (email !== undefined) return sort === 'orderDate'
  if (dateFrom === undefined && dateTo === undefined) return status.length <= 1
  if (sort !== 'orderDate') return false
  const isShort = dateFrom !== undefined && dateTo !== undefined && dateTo < addDays(dateFrom, FEW_DAYS)
  return status.length === 0 || isShort
}
