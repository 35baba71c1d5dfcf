import { EVENT_CODE_SORTS, type EventCode } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { feeds } from '@despatch/contract/feeds/feeds'
import { DELIVERY_STATE_CODES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'

/** What the address of the list of codes says: what it is narrowed to, page and sort. */
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

/** A list in its order, whatever page of it. */
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

/** Asks for one page of the codes. */
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

/** How many codes nobody knows, how many events came with them, and which carriers have codes. */
export const eventCodesInShort = queryOptions({
  queryKey: [...LIST, 'in-short'],
  queryFn: async ({ signal }) => {
    const { unknown, carriers } = await call(feeds.eventCodes, { query: { limit: '1' } }, { signal })
    return { unknown, carriers }
  },
})

/** A code as it is now; undefined where it neither came nor stands in the table. */
export async function fetchEventCode({ carrier, code }: { carrier: string; code: string }) {
  const { codes } = await call(feeds.eventCodes, { query: { carrier, code, limit: '1' } })
  return codes[0]
}

/** All codes of a carrier, as many as a page holds. */
export const codesOfCarrier = (carrier: string) =>
  queryOptions({
    queryKey: [...LIST, 'of', carrier],
    queryFn: async ({ signal }) =>
      (await call(feeds.eventCodes, { query: { carrier, limit: '1000' } }, { signal })).codes,
  })

/** Codes have changed, or events came with new ones. */
export const eventCodesChanged = () => queryClient.invalidateQueries({ queryKey: LIST })
