import type { InvoiceParcel } from '@despatch/contract/invoices/invoice'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { MatchCandidate } from '@despatch/contract/invoices/matching'
import { isDay } from '@despatch/domain/calendar/day'
import { queryOptions } from '@tanstack/react-query'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { INVOICES, invoicesChanged } from '../invoice-queries.ts'

/** The search: an order or tracking number, otherwise a postcode and a day. */
export type CandidateTerms = { readonly search: string; readonly postCode: string; readonly day: string }
export const NO_TERMS: CandidateTerms = { search: '', postCode: '', day: '' }
export const hasTerms = ({ search, postCode, day }: CandidateTerms) =>
  (search.trim() !== '' || postCode.trim() !== '') && (day === '' || isDay(day))

export const candidatesOf = (terms: CandidateTerms) =>
  queryOptions({
    queryKey: [...INVOICES, 'candidates', terms],
    queryFn: ({ signal }) => {
      const [search, postCode] = [terms.search.trim(), terms.postCode.trim()]
      const query = { ...(search && { search }), ...(postCode && { postCode }), ...(terms.day && { day: terms.day }) }
      return call(invoices.matchCandidates, { query }, { signal })
    },
    enabled: hasTerms(terms),
  })

const chosenOf = ({ clientCode, orderNumber, trackingNumber }: MatchCandidate) => ({
  clientCode,
  orderNumber,
  trackingNumber,
})

/** The verdict that a row would have with a parcel or an order. */
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

/** Undoes a match by hand. Never throws. */
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

/** What invoices bill for a parcel of a client, and its account. */
export const parcelChargesOf = (trackingNumber: string, client: string) =>
  queryOptions({
    queryKey: [...INVOICES, 'parcel', client, trackingNumber],
    queryFn: ({ signal }) => call(invoices.parcelCharges, { query: { trackingNumber } }, { signal, client }),
  })
