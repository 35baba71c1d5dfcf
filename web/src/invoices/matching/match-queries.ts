import type { InvoiceParcel } from '@despatch/contract/invoices/invoice'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { MatchCandidate } from '@despatch/contract/invoices/matching'
import { isDay } from '@despatch/domain/calendar/day'
import { queryOptions } from '@tanstack/react-query'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { INVOICES, invoicesChanged } from '../invoice-queries.ts'

/** What is looked for: an order or tracking number, else a postcode and a day. */
export type Sought = { readonly search: string; readonly postCode: string; readonly day: string }
export const NOTHING_ASKED: Sought = { search: '', postCode: '', day: '' }
export const isAsked = ({ search, postCode, day }: Sought) =>
  (search.trim() !== '' || postCode.trim() !== '') && (day === '' || isDay(day))

export const candidatesOf = (sought: Sought) =>
  queryOptions({
    queryKey: [...INVOICES, 'candidates', sought],
    queryFn: ({ signal }) => {
      const [search, postCode] = [sought.search.trim(), sought.postCode.trim()]
      const query = { ...(search && { search }), ...(postCode && { postCode }), ...(sought.day && { day: sought.day }) }
      return call(invoices.matchCandidates, { query }, { signal })
    },
    enabled: isAsked(sought),
  })

const chosenOf = ({ clientCode, orderNumber, trackingNumber }: MatchCandidate) => ({
  clientCode,
  orderNumber,
  trackingNumber,
})

/** What a row would be judged if it billed a parcel or an order. */
export const previewOf = ({ parcelID, version }: InvoiceParcel, chosen: MatchCandidate) =>
  queryOptions({
    queryKey: [...INVOICES, 'match', parcelID, version, chosenOf(chosen)],
    queryFn: ({ signal }) => call(invoices.matchPreview, { body: { parcelID, ...chosenOf(chosen) } }, { signal }),
  })

/** Matches a row by hand. Throws an ApiError. */
export async function matchRow(
  { parcelID, version }: InvoiceParcel,
  chosen: MatchCandidate,
  remember: boolean,
): Promise<void> {
  const { message } = await call(invoices.match, { body: { parcelID, version, ...chosenOf(chosen), remember } })
  notify.success(message)
  void invoicesChanged()
}

/** Undoes that. Never throws. */
export async function unmatchRow({ parcelID, version }: InvoiceParcel): Promise<void> {
  try {
    const { message } = await call(invoices.unmatch, { body: { parcelID, version } })
    notify.success(message)
  } catch (error) {
    notify.danger(messageOf(error))
  } finally {
    await invoicesChanged()
  }
}

/** What invoices bill of a parcel of a client, and its account. */
export const parcelChargesOf = (trackingNumber: string, client: string) =>
  queryOptions({
    queryKey: [...INVOICES, 'parcel', client, trackingNumber],
    queryFn: ({ signal }) => call(invoices.parcelCharges, { query: { trackingNumber } }, { signal, client }),
  })
