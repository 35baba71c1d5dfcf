import { enquiries } from '@despatch/contract/enquiries/enquiries'
import type { OrderRow } from '@despatch/contract/orders/order'
import type { TimelineKind } from '@despatch/domain/enquiries/timeline/timeline'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

type OrderOf = Pick<OrderRow, 'orderNumber' | 'clientCode'>

/** The parcels of an order with their events; of its own client, whichever is selected. */
export const parcelsOf = ({ orderNumber, clientCode }: OrderOf) =>
  queryOptions({
    queryKey: ['orders', 'parcels', orderNumber, clientCode],
    queryFn: ({ signal }) =>
      call(enquiries.deliveryEvents, { query: { customerReference: orderNumber } }, { signal, client: clientCode }),
  })

/** What came back of an order. */
export const returnsOf = ({ orderNumber, clientCode }: OrderOf) =>
  queryOptions({
    queryKey: ['orders', 'returns', orderNumber, clientCode],
    queryFn: ({ signal }) =>
      call(enquiries.returnEvents, { query: { customerReference: orderNumber } }, { signal, client: clientCode }).then(
        ({ details }) => details,
      ),
  })

const HISTORY_PAGE = 200

/** What was done to an order, with what each changed. */
export const historyOf = ({ orderNumber, clientCode }: OrderOf) =>
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

/** What became of an order, newest first: of some kinds, or of all where none is named. */
export const timelineOf = ({ orderNumber, clientCode }: OrderOf, kinds: readonly TimelineKind[]) =>
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
