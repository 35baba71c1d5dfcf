import { orders } from '@despatch/contract/orders/orders'
import type { RouteInput } from '@despatch/contract/route/types'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { type Selection, shownBody } from './work-order-queries.ts'

/** A page of what a command would do to each order of a selection. */
export const VERDICTS_A_PAGE = 8

export const preflightOf = (
  action: RouteInput<typeof orders.preflight>['body']['action'],
  selection: Selection,
  client: string | undefined,
  page: number,
) =>
  queryOptions({
    queryKey: ['orders', 'preflight', action, selection, client, page],
    queryFn: ({ signal }) =>
      call(
        orders.preflight,
        { body: { action, ...shownBody(selection), page, limit: VERDICTS_A_PAGE } },
        { signal, client },
      ),
    // What would happen is shown as it is now; kept for the moment in which a dialog opens with it.
    staleTime: 0,
    gcTime: 1000,
  })
