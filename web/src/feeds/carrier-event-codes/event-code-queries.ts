import { EVENT_CODE_SORTS, type EventCode } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { feeds } from '@despatch/contract/feeds/feeds'
import { DELIVERY_STATE_CODES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'

/** The list's state in the address: filters, page and sort. */
export const eventCodeSearchShape = z.object({
  search: z.string().max(100).catch(''),
  carrier: z.string().max(50).catch(''),
  state: z.enum([...DELIVERY_STATE_CODES, '']).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
  sort: z.enum(EVENT_CODE_SORTS).catch('carrier'),
  order: z.enum(['asc', 'desc']).catch('asc'),
})
export type EventCodeSearch = z.output<typeof eventCodeSearchShape>
export const eventCodesAddress = screenAddress<Partial<EventCodeSearch>>('/feeds/carrier-event-codes')
export const NO_FILTER = { search: '', carrier: '', state: '' } as const

/** The query of a list without its page. */
export function listQuery({ search, carrier, state, sort, order }: EventCodeSearch) {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(carrier && { carrier }),
    ...(state && { state }),
    sort,
    desc: order === 'desc' ? ('true' as const) : ('false' as const),
  }
}
type ListQuery = ReturnType<typeof listQuery>

const LIST = ['feeds', 'event-codes'] as const
export const listKey = (query: ListQuery) => [...LIST, 'list', query]

export async function fetchEventCodes(
  query: ListQuery,
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<{ rows: readonly EventCode[]; total: number }> {
  const { codes, total } = await call(
    feeds.eventCodes,
    { query: { ...query, page: String(page), limit: String(limit) } },
    { signal },
  )
  return { rows: codes, total }
}

/** Numbers of unknown codes and of their events, and the carriers with codes. */
export const eventCodesOverview = queryOptions({
  queryKey: [...LIST, 'in-short'],
  queryFn: async ({ signal }) => {
    const { unknown, carriers } = await call(feeds.eventCodes, { query: { limit: '1' } }, { signal })
    return { unknown, carriers }
  },
})

/** The current code; undefined if it is neither stored nor in any event. */
export async function fetchEventCode({ carrier, code }: { carrier: string; code: string }) {
  const { codes } = await call(feeds.eventCodes, { query: { carrier, code, limit: '1' } })
  return codes[0]
}

/** Codes of a carrier, up to the largest page. */
export const codesOfCarrier = (carrier: string) =>
  queryOptions({
    queryKey: [...LIST, 'of', carrier],
    queryFn: async ({ signal }) =>
      (await call(feeds.eventCodes, { query: { carrier, limit: '1000' } }, { signal })).codes,
  })

/** Reloads codes after a change, or after events with new codes. */
export const refreshEventCodes = () => queryClient.invalidateQueries({ queryKey: LIST })
