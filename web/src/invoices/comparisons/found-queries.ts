import type { FoundDifference } from '@despatch/contract/invoices/comparisons'
import { invoices } from '@despatch/contract/invoices/invoices'
import { z } from 'zod'
import { pageFields } from '../../kit/list/page-size.ts'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { INVOICES, invoicesChanged } from '../invoice-queries.ts'

/** What the address of the decided rows to review says. */
export const foundShape = z.object({
  state: z.enum(['to review', 'reviewed']).catch('to review'),
  carrier: z.string().max(50).catch(''),
  ...pageFields(),
})
export type FoundSearch = z.output<typeof foundShape>
export const NO_FOUND_FILTER = { state: 'to review', carrier: '' } as const
type Asked = Pick<FoundSearch, 'state' | 'carrier'>

export const foundKey = ({ state, carrier }: Asked) => [...INVOICES, 'found differences', { state, carrier }]

export const fetchFound = ({ state, carrier }: Asked, page: number, limit: number, signal?: AbortSignal) => {
  const query = { state, ...(carrier && { carrier }), page: String(page), limit: String(limit) }
  return call(invoices.foundDifferences, { query }, { signal })
}

/** Marks rows as reviewed, or not, and says so. Never throws. */
export async function reviewRows(rows: readonly FoundDifference[], isReviewed: boolean): Promise<void> {
  try {
    const seen = rows.map(({ parcelID, foundAt }) => ({ parcelID, foundAt }))
    const { message } = await call(invoices.reviewDifferences, { body: { rows: seen, isReviewed } })
    notify.success(message)
  } catch (error) {
    notify.danger(messageOf(error))
  } finally {
    await invoicesChanged()
  }
}
