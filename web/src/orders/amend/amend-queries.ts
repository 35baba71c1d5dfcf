import { MAX_ITEMS } from '@despatch/contract/orders/create/create-order'
import type { Order, OrderItem } from '@despatch/contract/orders/order'
import { orders } from '@despatch/contract/orders/orders'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import type { OrderOf } from '../../routing/allocation/decision-queries.ts'

/** An order with all its lines; no lines if it has too many to amend. */
export type OrderToAmend = { readonly order: Order; readonly items: readonly OrderItem[] }

/** All lines of an order, including those beyond the first page. */
export async function allItems(order: Order, signal?: AbortSignal): Promise<readonly OrderItem[]> {
  const { orderNumber, clientCode, itemCount, items } = order
  if (itemCount > MAX_ITEMS) return []
  if (items.length === itemCount) return items
  const body = { orderNumber, page: 1, limit: MAX_ITEMS }
  return (await call(orders.items, { body }, { signal, client: clientCode })).items
}

/** Throws an ApiError 'not_found' if the order does not exist. */
export const orderToAmend = ({ orderNumber, clientCode }: OrderOf) =>
  queryOptions({
    queryKey: ['orders', 'to-amend', orderNumber, clientCode],
    queryFn: async ({ signal }): Promise<OrderToAmend> => {
      const { Orders } = await call(
        orders.searchByOrderNumber,
        { body: { orderNumber } },
        { signal, client: clientCode },
      )
      const [order] = Orders
      if (!order) throw new Error(noDataAvailable(orderNumber))
      return { order, items: await allItems(order, signal) }
    },
    // Drafts are compared with the order as read when the form opened.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
