import type { InvoiceDetail, InvoiceParcel, InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { invoices } from '@despatch/contract/invoices/invoices'
import { PARCEL_ROW_SORTS, ROW_SORTS, SUMMARY_SORTS } from '@despatch/contract/invoices/details'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { CAUSES, INVOICE_STATUSES, VERDICTS } from '@despatch/domain/invoices/invoice'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { addressDay } from '../kit/list/filters/day-range.ts'
import { pageFields, SHORT_PAGE_SIZE } from '../kit/list/page-size.ts'
import { call } from '../kit/server/call.ts'
import { nullIfNotFound } from '../kit/server/null-if-not-found.ts'
import { queryClient } from '../kit/server/query-client.ts'

/** The prefix of all query keys of invoices. */
export const INVOICES = ['invoices'] as const

/** Reloads everything about invoices after an import, decision or deletion. */
export async function invoicesChanged(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: INVOICES })
}

// Specification 9: 'Default page size is 10 for invoice summary, invoice detail'.
const place = pageFields(SHORT_PAGE_SIZE)
const search = z.string().max(100).catch('')
const status = z.enum([...INVOICE_STATUSES, '']).catch('')
/** The id of an invoice, a dispute or a posting in an address; '' for none. */
export const addressId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .catch('')

/** The address parameters of the list of invoices. */
export const listShape = z.object({
  search,
  filterFrom: addressDay,
  filterTo: addressDay,
  carrier: z.string().max(50).catch(''),
  status,
  ...place,
  /** What is open beside the list. */
  show: z.enum(['imports', 'waiting', 'agreements', 'agreed', 'zones', 'rates', 'ledger', '']).catch(''),
  /** The import whose file is being mapped. */
  map: addressId,
  sort: z.enum(SUMMARY_SORTS).catch('importedAt'),
  order: z.enum(['asc', 'desc']).catch('desc'),
})
export type ListSearch = z.output<typeof listShape>
export const NO_LIST_FILTER = { search: '', filterFrom: '', filterTo: '', carrier: '', status: '' } as const

/**
 * The filters and order of a list, without its page: specification 7, 'page, limit, sort, desc, search, filterFrom,
 * filterTo'.
 */
export function listQuery({ search: text, filterFrom, filterTo, carrier, status: of, sort, order }: ListSearch) {
  return {
    sort,
    desc: order === 'desc' ? ('true' as const) : ('false' as const),
    ...(text.trim() && { search: text.trim() }),
    ...(filterFrom && { filterFrom }),
    ...(filterTo && { filterTo }),
    ...(carrier && { carrier }),
    ...(of && { status: of }),
  }
}
type ListQuery = ReturnType<typeof listQuery>
export const listKey = (query: ListQuery) => [...INVOICES, 'list', query]

type Page<Row> = { readonly rows: readonly Row[]; readonly total: number }

export async function fetchInvoices(
  query: ListQuery,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Page<InvoiceSummary>> {
  const { summary, pageInfo } = await call(
    invoices.summary,
    { query: { ...query, page: String(page), limit: String(limit) } },
    { signal },
  )
  return { rows: summary, total: pageInfo.total }
}

/** One invoice; null if there is none, or it bills nothing that the caller may see. */
export const invoiceOf = (summaryID: string) =>
  queryOptions({
    queryKey: [...INVOICES, 'one', summaryID],
    queryFn: ({ signal }) =>
      call(invoices.summary, { query: { summaryID } }, { signal }).then(
        ({ summary }) => summary[0] ?? null,
        nullIfNotFound,
      ),
    enabled: summaryID !== '',
  })

/** One invoice among all clients of the caller, whichever is selected. */
export const invoiceOfAnyClient = (summaryID: string) =>
  queryOptions({
    queryKey: [...INVOICES, 'of any client', summaryID],
    queryFn: ({ signal }) =>
      call(invoices.summary, { query: { summaryID } }, { signal, client: ALL_CLIENTS }).then(
        ({ summary }) => summary[0] ?? null,
        nullIfNotFound,
      ),
  })

export const proofOf = (summaryID: string) =>
  queryOptions({
    queryKey: [...INVOICES, 'proof', summaryID],
    queryFn: ({ signal }) => call(invoices.proof, { query: { summaryID } }, { signal }),
  })

/** The carriers that have a layout or an invoice. */
export const invoiceCarriers = queryOptions({
  queryKey: [...INVOICES, 'carriers'],
  queryFn: ({ signal }) => call(invoices.carriers, {}, { signal }).then(({ carriers }) => carriers),
  staleTime: 5 * 60_000,
})

const narrowing = {
  search,
  status,
  verdict: z.enum([...VERDICTS, '']).catch(''),
  cause: z.enum([...CAUSES, '']).catch(''),
}
export const NO_ROW_FILTER = { search: '', status: '', verdict: '', cause: '' } as const

/** The address parameters of an invoice's details: its id and filters. */
export const detailsShape = z.object({
  summaryID: addressId,
  ...narrowing,
  ...place,
  sort: z.enum(ROW_SORTS).catch('line'),
  order: z.enum(['asc', 'desc']).catch('asc'),
})
export type DetailsSearch = z.output<typeof detailsShape>

/**
 * The address parameters of parcels: of one detail, or of the whole invoice; `parcel` is the row explained in the
 * drawer.
 */
export const parcelsShape = z.object({
  summaryID: addressId,
  detailsID: addressId,
  parcel: addressId,
  ...narrowing,
  ...place,
  sort: z.enum(PARCEL_ROW_SORTS).catch('line'),
  order: z.enum(['asc', 'desc']).catch('asc'),
})
export type ParcelsSearch = z.output<typeof parcelsShape>

function rowBody({ summaryID, search: text, status: of, verdict, cause, order }: DetailsSearch | ParcelsSearch) {
  return {
    summaryID,
    desc: order === 'desc',
    ...(text.trim() && { search: text.trim() }),
    ...(of && { status: of }),
    ...(verdict && { verdict }),
    ...(cause && { cause }),
  }
}
export const detailsBody = (filters: DetailsSearch) => ({ ...rowBody(filters), sort: filters.sort })
export const parcelsBody = (filters: ParcelsSearch) => ({
  ...rowBody(filters),
  sort: filters.sort,
  ...(filters.detailsID && { detailsID: filters.detailsID }),
})
type DetailsBody = ReturnType<typeof detailsBody>
type ParcelsBody = ReturnType<typeof parcelsBody>
export const detailsKey = (body: DetailsBody) => [...INVOICES, 'details', body]
export const parcelsKey = (body: ParcelsBody) => [...INVOICES, 'parcels', body]

export async function fetchDetails(
  body: DetailsBody,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Page<InvoiceDetail>> {
  const { details, pageInfo } = await call(invoices.details, { body: { ...body, page, limit } }, { signal })
  return { rows: details, total: pageInfo.total }
}

export async function fetchParcels(
  body: ParcelsBody,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Page<InvoiceParcel>> {
  const { parcels, pageInfo } = await call(invoices.parcels, { body: { ...body, page, limit } }, { signal })
  return { rows: parcels, total: pageInfo.total }
}

/** One detail of an invoice; null if there is none. */
export const detailOf = (summaryID: string, detailsID: string) =>
  queryOptions({
    queryKey: [...INVOICES, 'detail', summaryID, detailsID],
    queryFn: ({ signal }) =>
      call(invoices.details, { body: { summaryID, detailsID, page: 1, limit: 1 } }, { signal }).then(
        ({ details }) => details[0] ?? null,
        nullIfNotFound,
      ),
    enabled: summaryID !== '' && detailsID !== '',
  })

/** The explanation of a parcel row's expected cost. */
export const whyOf = (parcelID: string) =>
  queryOptions({
    queryKey: [...INVOICES, 'why', parcelID],
    queryFn: ({ signal }) => call(invoices.why, { query: { parcelID } }, { signal }),
  })
