import { allocation } from '@despatch/contract/allocation/allocation'
import type { RoutingException } from '@despatch/contract/allocation/routing-exception'
import type { RouteInput } from '@despatch/contract/route/types'
import { addDays, dayOf, isDay } from '@despatch/domain/calendar/day'
import { z } from 'zod'
import { call } from '../app/api/call.ts'
import { pageSizeOf } from '../table/page-size.ts'

/** Specification 2: 'exception history starts in the view CarrierRoutingHistory'. */
export const CARRIER_ROUTING_HISTORY = 'CarrierRoutingHistory'
const LAST_DAYS = 7
const MOST_SEARCHED = 50

/** The days that are asked for without being told: the last seven. */
export function usualDays() {
  const to = dayOf(new Date())
  return { from: addDays(to, 1 - LAST_DAYS), to }
}

const day = z.string().refine(isDay)

/** What the address of Carrier History says: which days, open or not, what is searched for; the page. */
export const historyShape = z.object({
  view: z.literal(CARRIER_ROUTING_HISTORY).catch(CARRIER_ROUTING_HISTORY),
  from: day.catch(() => usualDays().from),
  to: day.catch(() => usualDays().to),
  open: z.enum(['true', 'false', '']).catch(''),
  search: z.string().max(MOST_SEARCHED).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
})
export type HistorySearch = z.output<typeof historyShape>

/** Nothing narrows the list but the usual days; so it stands in the address. */
export const NO_FILTER = { from: '', to: '', open: '', search: '' } as const

export function isHistoryNarrowed({ from, to, open, search }: HistorySearch): boolean {
  const usual = usualDays()
  return open !== '' || search !== '' || from !== usual.from || to !== usual.to
}

type Filter = Omit<RouteInput<typeof allocation.exceptions>['query'], 'page' | 'limit'>

/** The filters as the call takes them, whatever the page. */
export function filterOf({ from, to, open, search }: HistorySearch): Filter {
  return { from, to, ...(open && { open }), ...(search.trim() && { search: search.trim() }) }
}

/** Asks for one page of routing exceptions, the newest first. */
export function fetchExceptions(filter: Filter, page: number, limit: number, signal?: AbortSignal) {
  return call(allocation.exceptions, { query: { ...filter, page: String(page), limit: String(limit) } }, { signal })
}

const A_PAGE = 1000

/** All that match, page by page; at most so many. Throws what a page throws, and an AbortError when it was aborted. */
export async function fetchAllExceptions(filter: Filter, most: number, signal: AbortSignal) {
  const found: RoutingException[] = []
  for (let page = 1; found.length < most; page += 1) {
    const { rows, total } = await fetchExceptions(filter, page, A_PAGE, signal)
    found.push(...rows)
    if (rows.length < A_PAGE || found.length >= total) break
  }
  return found.slice(0, most)
}
