import { allocation } from '@despatch/contract/routing/allocation/allocation'
import type { WhatIf } from '@despatch/contract/routing/what-if/what-if'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

const LOOK_AGAIN_MS = 500

/** Whether a what-if has not finished. */
export const isUnderWay = ({ status }: Pick<WhatIf, 'status'>) => status === 'NotStarted' || status === 'Running'

/** A what-if's progress, polled until it has finished. */
export const whatIfOf = (id: string) =>
  queryOptions({
    queryKey: ['what-if', id],
    queryFn: ({ signal }) => call(allocation.whatIf, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && !isUnderWay(data) ? false : LOOK_AGAIN_MS),
  })

/** A move between methods, as in the summary; null is a routing exception. */
export type Route = { readonly from: string | null; readonly to: string | null }

/** A page of the consignments that would get another method, optionally of one route. */
export const movesOf = (id: string, route: Route | undefined, page: number, limit: number) =>
  queryOptions({
    queryKey: ['what-if', id, 'moves', route, page, limit],
    queryFn: ({ signal }) =>
      call(allocation.whatIfMoves, { params: { id }, body: { ...route, page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** One of these consignments with both decisions. */
export const moveOf = (id: string, position: number) =>
  queryOptions({
    queryKey: ['what-if', id, 'move', position],
    queryFn: ({ signal }) => call(allocation.whatIfMove, { params: { id, position: String(position) } }, { signal }),
  })
