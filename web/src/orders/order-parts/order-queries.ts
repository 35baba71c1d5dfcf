import type { OrderRow } from '@despatch/contract/orders/order'
import { orders } from '@despatch/contract/orders/orders'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

/** An order number, with its client if known: several clients may use the same number. */
export type OrderKey = { readonly orderNumber: string; readonly client: string | undefined }

/** The complete orders with a number. Throws an ApiError 'not_found' if there is none. */
export const wholeOrders = ({ orderNumber, client }: OrderKey) =>
  queryOptions({
    queryKey: ['orders', 'whole', orderNumber, client],
    queryFn: ({ signal }) =>
      call(orders.searchByOrderNumber, { body: { orderNumber } }, { signal, client }).then(({ Orders }) => Orders),
    enabled: orderNumber !== '',
  })

export const LINES_A_PAGE = 100

/** Lines from the second page on; the first comes with the order. */
export const furtherLines = (
  { orderNumber, clientCode }: Pick<OrderRow, 'orderNumber' | 'clientCode'>,
  count: number,
) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'lines', orderNumber, clientCode],
    queryFn: ({ pageParam, signal }) =>
      call(
        orders.items,
        { body: { orderNumber, page: pageParam, limit: LINES_A_PAGE } },
        { signal, client: clientCode },
      ).then(({ items }) => items),
    initialPageParam: 2,
    getNextPageParam: (_last, _all, page) => (page * LINES_A_PAGE < count ? page + 1 : undefined),
    enabled: false,
  })
