import { invoices } from '@despatch/contract/invoices/invoices'
import type { MissingParcel } from '@despatch/contract/invoices/still-to-be-billed'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { addressDay } from '../../kit/list/filters/day-range.ts'
import { pageFields } from '../../kit/list/page-size.ts'
import { call } from '../../kit/server/call.ts'
import { FOLLOW_MS } from '../../kit/server/query-client.ts'

/** How often it is asked again while changed days are being worked out. */
const WORKED_OUT_EVERY_MS = 3000

const carrier = z.string().max(50).catch('')

/** What the address of that which is still to be billed says; without a day it is as of today. */
export const requiredShape = z.object({ asOf: addressDay, carrier })
export type RequiredSearch = z.output<typeof requiredShape>
export const NO_REQUIRED_FILTER = { asOf: '', carrier: '' } as const

const narrowing = ({ asOf: day, carrier: code }: RequiredSearch) => ({
  ...(day && { asOf: day }),
  ...(code && { carriercode: code }),
})

export const requiredOf = (search: RequiredSearch) =>
  queryOptions({
    queryKey: ['invoices', 'required', search],
    queryFn: ({ signal }) => call(invoices.required, { query: narrowing(search) }, { signal }),
    refetchInterval: ({ state }) => (state.data && !state.data.isComplete ? WORKED_OUT_EVERY_MS : FOLLOW_MS),
  })

export const requiredParcelsShape = z.object({
  asOf: addressDay,
  carrier,
  week: addressDay,
  ...pageFields(),
})
export type RequiredParcelsSearch = z.output<typeof requiredParcelsShape>

export async function fetchRequiredParcels(
  { carrier: code, week, asOf: day }: Pick<RequiredParcelsSearch, 'carrier' | 'week' | 'asOf'>,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<{ rows: readonly MissingParcel[]; total: number }> {
  const query = { carriercode: code, week, ...(day && { asOf: day }), page: String(page), limit: String(limit) }
  const { parcels, pageInfo } = await call(invoices.requiredParcels, { query }, { signal })
  return { rows: parcels, total: pageInfo.total }
}
