import { enquiries } from '@despatch/contract/enquiries/enquiries'
import type { OrderRow } from '@despatch/contract/orders/order'
import type { TimelineKind } from '@despatch/domain/enquiries/timeline/timeline'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

type OrderReference = Pick<OrderRow, 'orderNumber' | 'clientCode'>

/** Parcels of an order with events, for the order's own client rather than the selected one. */
export const parcelsOf = ({ orderNumber, clientCode }: OrderReference) =>
  queryOptions({
    queryKey: ['orders', 'parcels', orderNumber, clientCode],
    queryFn: ({ signal }) =>
      call(enquiries.deliveryEvents, { query: { customerReference: orderNumber } }, { signal, client: clientCode }),
  })

export const returnsOf = ({ orderNumber, clientCode }: OrderReference) =>
  queryOptions({
    queryKey: ['orders', 'returns', orderNumber, clientCode],
    queryFn: ({ signal }) =>
      call(enquiries.returnEvents, { query: { customerReference: orderNumber } }, { signal, client: clientCode }).then(
        ({ details }) => details,
      ),
  })

const HISTORY_PAGE = 200

export const historyOf = ({ orderNumber, clientCode }: OrderReference) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'history', orderNumber, clientCode],
    queryFn: ({ pageParam, signal }) =>
      call(
        enquiries.orderHistory,
        { body: { customerReference: orderNumber, page: pageParam, limit: HISTORY_PAGE } },
        { signal, client: clientCode },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _all, page) => (page * HISTORY_PAGE < total ? page + 1 : undefined),
  })

/** An order's timeline, newest first; no kinds means all. */
export const timelineOf = ({ orderNumber, clientCode }: OrderReference, kinds: readonly TimelineKind[]) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'timeline', orderNumber, clientCode, kinds],
    queryFn: ({ pageParam, signal }) =>
      call(
        enquiries.timeline,
        {
          query: {
            orderNumber,
            ...(kinds.length > 0 && { kinds: kinds.join(',') }),
            ...(pageParam !== '' && { older: pageParam }),
          },
        },
        { signal, client: clientCode },
      ),
    initialPageParam: '',
    getNextPageParam: ({ entries, hasMore }) => {
      const last = entries.at(-1)
      return hasMore && last ? `${last.at} ${last.id}` : undefined
    },
  })
