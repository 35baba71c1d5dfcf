import { stock } from '@despatch/contract/stock/stock'
import { noSerialNumbers } from '@despatch/domain/enquiries/messages'
import { z } from 'zod'
import { call } from '../kit/server/call.ts'
import { pageSizeOf } from '../kit/list/page-size.ts'

/** What the address of the serials says: what they are looked up by, and what was asked. */
export const serialsShape = z.object({
  by: z.enum(['order', 'sku']).catch('order'),
  order: z.string().max(50).catch(''),
  code: z.string().max(40).catch(''),
  desc: z.string().max(100).catch(''),
  /** Whose order it is, where it was opened from one; else the client of the window. */
  client: z.string().max(20).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
})
export type SerialsSearch = z.output<typeof serialsShape>
export type SerialsAsked = Pick<SerialsSearch, 'by' | 'order' | 'code' | 'desc' | 'client'>

export function isAsked({ by, order, code, desc }: SerialsAsked): boolean {
  return by === 'order' ? order !== '' : code !== '' || desc !== ''
}

/** A page of the serial numbers that were despatched with an order, or of a SKU. */
export async function fetchSerials(asked: SerialsAsked, page: number, limit: number, signal: AbortSignal) {
  const { by, order, code, desc, client } = asked
  const { serialDetails, total } =
    by === 'order'
      ? await call(
          stock.serialsByOrderNumber,
          { body: { orderNumber: order, page, limit } },
          { signal, ...(client && { client }) },
        )
      : await call(
          stock.serialsBySku,
          { query: { code, desc, isPrint: 'false', page: String(page), limit: String(limit) } },
          { signal },
        )
  return { rows: serialDetails, total }
}

/** Why there is nothing: of an order in the words of specification 5. */
export function noSerialsWords({ by, order, code, desc }: SerialsAsked): string {
  if (by === 'order') return noSerialNumbers(order)
  return `No serial number of ${[code && `SKU ${code}`, desc && `‘${desc}’`].filter(Boolean).join(' and ')} was despatched.`
}
