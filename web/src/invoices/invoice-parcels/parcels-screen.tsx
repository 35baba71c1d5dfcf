import type { InvoiceDetail, InvoiceParcel, InvoiceSummary } from '@despatch/contract/invoices/invoice'
import type { ParcelRowSort } from '@despatch/contract/invoices/details'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { ExportMenu } from '../../kit/list/export/export-menu.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { NothingListed } from '../../kit/list/nothing-listed.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { nameTab } from '../../kit/tabs/window-tabs.ts'
import { INVOICE_SCREENS, invoiceAddress, parcelsTabId } from '../addresses.ts'
import { Currency } from '../currency.ts'
import { type DecisionRequest, DecisionDialogs } from '../accept-and-reject/decision-dialogs.tsx'
import { DecisionReceipt } from '../accept-and-reject/decision-receipt.tsx'
import { detailName } from '../invoice-details/detail-columns.tsx'
import { elsewhereText, InvoiceElsewhere, useInvoiceElsewhere } from '../invoice-details/invoice-elsewhere.tsx'
import {
  detailOf,
  fetchParcels,
  invoiceOf,
  NO_ROW_FILTER,
  parcelsBody,
  parcelsKey,
  type ParcelsSearch,
  parcelsShape,
} from '../invoice-queries.ts'
import { RowFilters } from '../row-filters.tsx'
import { RowsFoot } from '../rows-foot.tsx'
import { RowsPage } from '../rows-page.tsx'
import { useIsOperator } from '../use-invoice-rights.ts'
import { DetailFacts } from './detail-facts.tsx'
import { AskWhy, PARCEL_COLUMNS } from './parcel-columns.tsx'
import styles from './parcels.module.css'
import { WhyDrawer } from './why-drawer.tsx'

const TITLE = 'Invoice Details: Parcels'
const TABLE = 'invoice-parcels'
const NOUN = ['parcel', 'parcels'] as const
const rowId = ({ parcelID }: InvoiceParcel) => parcelID
const CLIENT_COLUMNS = PARCEL_COLUMNS.filter(({ id }) => id !== 'line')

/** The parcels of a detail or of a whole invoice: their charges, the explanation of their cost, and decisions. */
export function InvoiceParcelsScreen() {
  const [search, change] = useScreenSearch(parcelsShape)
  const { summaryID, detailsID } = search
  const invoice = useQuery(invoiceOf(summaryID))
  const detail = useQuery(detailOf(summaryID, detailsID))
  const elsewhere = useInvoiceElsewhere(summaryID, invoice.data === null)
  const name = detail.data && detailName(detail.data)
  useEffect(() => {
    if (name) nameTab(parcelsTabId(detailsID), `Parcels of ${name}`)
  }, [detailsID, name])
  if (invoice.data && (detail.data || detailsID === ''))
    return <Parcels invoice={invoice.data} detail={detail.data ?? undefined} search={search} onChange={change} />
  const isGone = invoice.data === null || detail.data === null
  const why =
    summaryID === ''
      ? 'Choose an invoice in Invoice Reconciliation, then one of its details.'
      : isGone
        ? elsewhere
          ? elsewhereText(elsewhere)
          : 'Invoice or detail not found. It may have been deleted, or bill none of your parcels.'
        : undefined
  return (
    <RecordLoading
      title={TITLE}
      why={why}
      error={invoice.error ?? detail.error}
      onRetry={() => void Promise.all([invoice.refetch(), detailsID !== '' && detail.refetch()])}
    >
      {elsewhere && <InvoiceElsewhere invoice={elsewhere} />}
      {why && (
        <p>
          <ScreenLink to={INVOICE_SCREENS.list} underline="always">
            Invoice Reconciliation
          </ScreenLink>
        </p>
      )}
    </RecordLoading>
  )
}

type ParcelsProps = {
  readonly invoice: InvoiceSummary
  /** Undefined for all parcels of the invoice. */
  readonly detail: InvoiceDetail | undefined
  readonly search: ParcelsSearch
  readonly onChange: (part: Partial<ParcelsSearch>) => void
}

function Parcels({ invoice, detail, search, onChange }: ParcelsProps) {
  const isOperator = useIsOperator()
  const [request, setRequest] = useState<DecisionRequest>()
  const { summaryID, invoiceNumber, currency } = invoice
  const columns = isOperator ? PARCEL_COLUMNS : CLIENT_COLUMNS
  const body = parcelsBody(search)
  const fetchPage = (page: number, limit: number, signal: AbortSignal) => fetchParcels(body, page, limit, signal)
  const list = usePagedList<InvoiceParcel>({
    queryKey: parcelsKey(body),
    place: search,
    onPlace: ({ sort, ...place }) => onChange({ ...place, ...(sort && { sort: sort as ParcelRowSort }) }),
    fetchPage,
    rowId,
  })
  // A changed filter starts at the first page.
  const narrow = (part: Partial<ParcelsSearch>) => onChange({ ...part, page: 1 })
  const explain = (parcel: string) => onChange({ parcel })
  const name = detail ? detailName(detail) : ''

  return (
    <Currency value={currency}>
      <AskWhy value={explain}>
        <RowsPage
          title={
            detail ? (
              <>
                Parcels of <Reference text={name} />
              </>
            ) : (
              'All parcels'
            )
          }
          label={detail ? `Parcels of ${name}` : `All parcels of invoice ${invoiceNumber}`}
          counted={list.counted(NOUN)}
          actions={<ScreenLink to={invoiceAddress({ summaryID })}>Invoice {invoiceNumber}</ScreenLink>}
          summary={
            detail ? (
              <div className={styles.head}>
                <DetailFacts detail={detail} carrierName={invoice.carrierName} />
              </div>
            ) : null
          }
          viewsOf={TABLE}
          filters={
            <>
              <RowFilters search={search} onChange={narrow} />
              <ExportMenu
                table={TABLE}
                title={`Invoice ${invoiceNumber} parcels`}
                columns={columns}
                total={list.total}
                fetchRows={(page, size, signal) => fetchPage(page, size, signal).then(({ rows }) => rows)}
              />
            </>
          }
          foot={
            <RowsFoot
              noun={NOUN}
              list={list}
              invoice={invoice}
              target={{ kind: 'parcel', rows: list.selected, currency }}
              onAsk={setRequest}
            />
          }
        >
          <DecisionReceipt summaryID={summaryID} />
          <DataTable
            name={TABLE}
            label="Billed parcels"
            columns={columns}
            {...list.table}
            onOpen={({ parcelID }) => explain(parcelID)}
            onPeek={({ parcelID }) => explain(parcelID)}
            empty={
              <NothingListed
                noun="parcel"
                isNarrowed={isNarrowed(search, NO_ROW_FILTER)}
                onClear={() => narrow(NO_ROW_FILTER)}
                otherwise="No parcels. They have all been deleted."
              />
            }
          />
          <WhyDrawer parcelID={search.parcel} onClose={() => onChange({ parcel: '' })} />
          <DecisionDialogs request={request} onDone={list.clear} onClose={() => setRequest(undefined)} />
        </RowsPage>
      </AskWhy>
    </Currency>
  )
}
