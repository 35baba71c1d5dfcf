import { invoices } from '@despatch/contract/invoices/invoices'
import type { MissingParcel, RequiredWeek } from '@despatch/contract/invoices/still-to-be-billed'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { addressDay } from '../../kit/list/filters/day-range.ts'
import { sumText } from '../invoice-text.ts'
import { pageFields } from '../../kit/list/page-size.ts'
import { call } from '../../kit/server/call.ts'
import { BACKGROUND_REFETCH_MS } from '../../kit/server/query-client.ts'

/** The refetch interval while changed days are being counted. */
const REFETCH_MS = 3000

const carrier = z.string().max(50).catch('')

/** The address parameters of the screen; without a day, it shows today. */
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
    refetchInterval: ({ state }) => (state.data && !state.data.isComplete ? REFETCH_MS : BACKGROUND_REFETCH_MS),
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

/** The expected cost of unbilled parcels by currency, that of most parcels first. */
export const accrualsOf = (weeks: readonly RequiredWeek[]) =>
  [...Map.groupBy(weeks, ({ currency }) => currency)]
    .map(([currency, of]) => ({
      currency,
      amount: sumText(of.map(({ accrual }) => accrual)),
      parcels: of.reduce((sum, { missing }) => sum + missing, 0),
    }))
    .toSorted((one, other) => other.parcels - one.parcels)
