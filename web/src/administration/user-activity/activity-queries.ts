import { activity, type ActivityRow } from '@despatch/contract/administration/user-activity/activity'
import type { RouteInput } from '@despatch/contract/route/types'
import { isDay } from '@despatch/domain/calendar/day'
import { ACT_KINDS, type ActKind } from '@despatch/domain/administration/user-activity/acts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'

const day = z.string().refine(isDay).catch('')
const KINDS = ['', ...(Object.keys(ACT_KINDS) as ActKind[])] as const

/** The query string of User Activity. */
export const activityShape = z.object({
  user: z.string().trim().max(100).catch(''),
  client: z.string().catch(''),
  kind: z.enum(KINDS).catch(''),
  dateFrom: day,
  dateTo: day,
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
})
export type ActivitySearch = z.output<typeof activityShape>

export const NO_FILTER = { user: '', client: '', kind: '', dateFrom: '', dateTo: '' } as const

type Filter = Omit<RouteInput<typeof activity.list>['query'], 'page' | 'limit'>

/** The filters as parameters of the call, without the page. */
export function filterOf({ user, client, kind, dateFrom, dateTo }: ActivitySearch): Filter {
  return {
    ...(user && { user }),
    ...(client && { client }),
    ...(kind && { kind }),
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
  }
}

export const activityKey = (filter: Filter) => ['activity', 'list', filter] as const

export function fetchActivity(filter: Filter, page: number, limit: number, signal: AbortSignal) {
  return call(activity.list, { query: { ...filter, page: String(page), limit: String(limit) } }, { signal })
}

/**
 * Reads the list page by page, each from the last row of the previous one. Later pages are as fast as the first, and
 * acts added meanwhile cause no duplicates.
 */
export function readingOn(filter: Filter) {
  let last: ActivityRow | undefined
  return async (page: number, limit: number, signal: AbortSignal): Promise<readonly ActivityRow[]> => {
    if (page > 1 && !last) return []
    const on = page > 1 && last ? { ...filter, before: `${last.client}:${last.id}` } : filter
    const { activity: rows } = await fetchActivity(on, 1, limit, signal)
    last = rows.at(-1)
    return rows
  }
}

export const activityPage = (filter: Filter, page: number, limit: number) =>
  queryOptions({
    queryKey: [...activityKey(filter), { page, limit }],
    queryFn: ({ signal }) => fetchActivity(filter, page, limit, signal),
    placeholderData: keepPreviousData,
  })
