import { allocation } from '@despatch/contract/routing/allocation/allocation'
import type { WhatIf } from '@despatch/contract/routing/what-if/what-if'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

const LOOK_AGAIN_MS = 500

/** Whether there is more to come of a what-if. */
export const isUnderWay = ({ status }: Pick<WhatIf, 'status'>) => status === 'NotStarted' || status === 'Running'

/** How far a what-if is, again and again until it is done. */
export const whatIfOf = (id: string) =>
  queryOptions({
    queryKey: ['what-if', id],
    queryFn: ({ signal }) => call(allocation.whatIf, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && !isUnderWay(data) ? false : LOOK_AGAIN_MS),
  })

/** From a method to another, as the summary has it; null is a routing exception. */
export type Route = { readonly from: string | null; readonly to: string | null }

/** A page of the consignments that would travel otherwise, of one route alone where one is chosen. */
export const movesOf = (id: string, route: Route | undefined, page: number, limit: number) =>
  queryOptions({
    queryKey: ['what-if', id, 'moves', route, page, limit],
    queryFn: ({ signal }) =>
      call(allocation.whatIfMoves, { params: { id }, body: { ...route, page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** One of them, under the rule book and under the draft. */
export const moveOf = (id: string, position: number) =>
  queryOptions({
    queryKey: ['what-if', id, 'move', position],
    queryFn: ({ signal }) => call(allocation.whatIfMove, { params: { id, position: String(position) } }, { signal }),
  })
