import { allocation } from '@despatch/contract/routing/allocation/allocation'
import type { RoutingException } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import type { RouteInput } from '@despatch/contract/route/types'
import { addDays, isDay } from '@despatch/domain/calendar/day'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

/** Specification 2: 'exception history starts in the view CarrierRoutingHistory'. */
const CARRIER_ROUTING_HISTORY = 'CarrierRoutingHistory'
const LAST_DAYS = 7
const MAX_SEARCHED = 50
const MAX_CAUSE = 1000

/** The default period: the last seven days. */
function usualDays() {
  const to = operatorToday()
  return { from: addDays(to, 1 - LAST_DAYS), to }
}

const day = z.string().refine(isDay)

/** A period and the state; '' is no limit. */
type UsualFilter = { readonly from: string; readonly to: string; readonly open: 'true' | 'false' | 'all' }

/** A list of routing exceptions with its defaults and search parameters. */
export type ExceptionList = ReturnType<typeof listOf>

function listOf(view: string, usual: () => UsualFilter) {
  return {
    usual,
    shape: z.object({
      view: z.literal(view).catch(view),
      from: day.catch(() => usual().from),
      to: day.catch(() => usual().to),
      open: z.enum(['true', 'false', 'all']).catch(() => usual().open),
      search: z.string().max(MAX_SEARCHED).catch(''),
      cause: z.string().max(MAX_CAUSE).catch(''),
      page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
      limit: z
        .unknown()
        .optional()
        .transform((size) => pageSizeOf(size)),
    }),
  }
}

/** Carrier History, filtered to open exceptions. */
export const openHistoryAddress = screenAddress<{ readonly open: 'true' }>(
  entryOf('reportsAndEnquiries.carrierHistory').path,
)({ open: 'true' })

/** Carrier History: open and ended exceptions of the last seven days. */
export const CARRIER_HISTORY = listOf(CARRIER_ROUTING_HISTORY, () => ({ ...usualDays(), open: 'all' }))
/** Carrier Routing Exceptions: all open exceptions. */
export const CARRIER_EXCEPTIONS = listOf('CarrierRoutingExceptions', () => ({ from: '', to: '', open: 'true' }))

export type HistorySearch = z.output<ExceptionList['shape']>

/** Whether the filters differ from the list's defaults. */
export function isHistoryNarrowed({ search, cause, from, to, open }: HistorySearch, { usual }: ExceptionList): boolean {
  const unasked = usual()
  return search !== '' || cause !== '' || from !== unasked.from || to !== unasked.to || open !== unasked.open
}

type Filter = Omit<RouteInput<typeof allocation.exceptions>['query'], 'page' | 'limit'>

/** The filters for the call, without the page. */
export function filterOf({ from, to, open, search, cause }: Omit<HistorySearch, 'view' | 'page' | 'limit'>): Filter {
  return { ...causesFilterOf({ from, to, search }), ...(open !== 'all' && { open }), ...(cause && { cause }) }
}

/** The filter for causes; '' is no limit. */
export type CausesFilter = NonNullable<RouteInput<typeof allocation.exceptionCauses>['query']>

export function causesFilterOf({ from, to, search }: Pick<HistorySearch, 'from' | 'to' | 'search'>): CausesFilter {
  return { ...(from && { from }), ...(to && { to }), ...(search.trim() && { search: search.trim() }) }
}

/** The causes of open exceptions, those with most orders first. */
export const exceptionCauses = (filter: CausesFilter) =>
  queryOptions({
    queryKey: ['routing-exceptions', 'causes', session.client(), filter],
    queryFn: ({ signal }) => call(allocation.exceptionCauses, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Loads a page of routing exceptions, newest first. */
export function fetchExceptions(filter: Filter, page: number, limit: number, signal?: AbortSignal) {
  return call(allocation.exceptions, { query: { ...filter, page: String(page), limit: String(limit) } }, { signal })
}

const A_PAGE = 1000

/** Loads all matching exceptions page by page, up to a maximum. Throws what a page throws, or an AbortError. */
export async function fetchAllExceptions(filter: Filter, most: number, signal: AbortSignal) {
  const found: RoutingException[] = []
  for (let page = 1; found.length < most; page += 1) {
    const { rows, total } = await fetchExceptions(filter, page, A_PAGE, signal)
    found.push(...rows)
    if (rows.length < A_PAGE || found.length >= total) break
  }
  return found.slice(0, most)
}
