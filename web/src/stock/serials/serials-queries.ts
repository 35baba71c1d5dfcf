import { stock } from '@despatch/contract/stock/stock'
import { noSerialNumbers } from '@despatch/domain/feedback/search-messages'
import { formatCount } from '@despatch/domain/money/money'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { ENQUIRY_SCREENS } from '../../kit/navigation/addresses.ts'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import { call } from '../../kit/server/call.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'

/** Search parameters of the serials screen: the kind of look-up and its values. */
export const serialsShape = z.object({
  by: z.enum(['order', 'sku']).catch('order'),
  order: z.string().max(50).catch(''),
  code: z.string().max(40).catch(''),
  desc: z.string().max(100).catch(''),
  /** Client of the order that linked here; else the window's client. */
  client: z.string().max(20).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
})
export type SerialsSearch = z.output<typeof serialsShape>
export const serialsAddress = screenAddress<Partial<SerialsSearch>>(ENQUIRY_SCREENS.serials)
export type SerialsLookup = Pick<SerialsSearch, 'by' | 'order' | 'code' | 'desc' | 'client'>

export function hasLookup({ by, order, code, desc }: SerialsLookup): boolean {
  return by === 'order' ? order !== '' : code !== '' || desc !== ''
}

/** A page of serial numbers despatched with an order, or of a SKU. */
export async function fetchSerials(lookup: SerialsLookup, page: number, limit: number, signal: AbortSignal) {
  const { by, order, code, desc, client } = lookup
  if (by === 'order') {
    const body = { orderNumber: order, page, limit }
    const answer = await call(stock.serialsByOrderNumber, { body }, { signal, ...(client && { client }) })
    return { rows: answer.serialDetails, total: answer.total }
  }
  const query = { code, desc, isPrint: 'false' as const, page: String(page), limit: String(limit) }
  const { serialDetails, total } = await call(stock.serialsBySku, { query }, { signal })
  return { rows: serialDetails, total }
}

type SearchedSkus = { readonly matchingSkus: number; readonly searchedSkus: number }

/** Number of SKUs that match a description, and how many of them are searched. */
export const searchedSkus = (lookup: SerialsLookup) =>
  queryOptions({
    queryKey: ['serials', lookup, 'skus'],
    queryFn: async ({ signal }): Promise<SearchedSkus> => {
      const query = { code: lookup.code, desc: lookup.desc, isPrint: 'false' as const, limit: '1' }
      return call(stock.serialsBySku, { query }, { signal })
    },
    enabled: lookup.by === 'sku' && lookup.desc !== '',
  })

/** Warns that a description matches more SKUs than were searched; undefined if all were. */
export function skusLeftOutText({ matchingSkus, searchedSkus }: SearchedSkus): string | undefined {
  if (searchedSkus >= matchingSkus) return undefined
  return `Only ${formatCount(searchedSkus)} of ${formatCount(matchingSkus)} SKUs with this description were searched. Enter more of the description, or the SKU.`
}

/** The text for an empty result; for orders as in specification 5. */
export function noSerialsText({ by, order, code, desc }: SerialsLookup): string {
  if (by === 'order') return noSerialNumbers(order)
  return `No serial numbers despatched for ${[code && `SKU ${code}`, desc && `‘${desc}’`].filter(Boolean).join(' and ')}.`
}
