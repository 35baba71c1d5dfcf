import type { DecidedDifference } from '@despatch/contract/invoices/comparisons'
import { invoices } from '@despatch/contract/invoices/invoices'
import { z } from 'zod'
import { pageFields } from '../../kit/list/page-size.ts'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { INVOICES, invoicesChanged } from '../invoice-queries.ts'

/** The address parameters of the screen. */
export const differencesShape = z.object({
  state: z.enum(['to review', 'reviewed']).catch('to review'),
  carrier: z.string().max(50).catch(''),
  ...pageFields(),
})
export type DifferencesSearch = z.output<typeof differencesShape>
export const NO_DIFFERENCES_FILTER = { state: 'to review', carrier: '' } as const
type Filter = Pick<DifferencesSearch, 'state' | 'carrier'>

export const differencesKey = ({ state, carrier }: Filter) => [...INVOICES, 'found differences', { state, carrier }]

export const fetchDifferences = ({ state, carrier }: Filter, page: number, limit: number, signal?: AbortSignal) => {
  const query = { state, ...(carrier && { carrier }), page: String(page), limit: String(limit) }
  return call(invoices.foundDifferences, { query }, { signal })
}

/** Marks rows as reviewed or not reviewed, and confirms it. Never throws. */
export async function reviewRows(rows: readonly DecidedDifference[], isReviewed: boolean): Promise<void> {
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
