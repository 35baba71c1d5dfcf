import { useRouter } from '@tanstack/react-router'
import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { InvoiceDetail, InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { ExportedParcel } from '@despatch/contract/invoices/statements'
import type { RowSort } from '@despatch/contract/invoices/details'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { ExportMenu } from '../../kit/list/export/export-menu.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { NothingListed } from '../../kit/list/nothing-listed.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { ScreenButton, ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { call } from '../../kit/server/call.ts'
import { leaveRecord } from '../../kit/tabs/leave-record.ts'
import { nameTab } from '../../kit/tabs/window-tabs.ts'
import { addressOfInvoice, INVOICE_SCREENS, invoiceTabId, parcelsAddress } from '../addresses.ts'
import { Currency } from '../currency.ts'
import { AcceptMatchedDialog } from '../accept-and-reject/accept-matched-dialog.tsx'
import { type DecisionRequest, DecisionDialogs } from '../accept-and-reject/decision-dialogs.tsx'
import { DecisionReceipt } from '../accept-and-reject/decision-receipt.tsx'
import { useRowsToExport } from '../export-rows.tsx'
import { InvoiceActions } from '../invoice-actions.tsx'
import {
  detailsBody,
  detailsKey,
  type DetailsSearch,
  detailsShape,
  fetchDetails,
  invoiceOf,
  NO_ROW_FILTER,
} from '../invoice-queries.ts'
import { RowFilters } from '../row-filters.tsx'
import { RowsFoot } from '../rows-foot.tsx'
import { RowsPage } from '../rows-page.tsx'
import { useIsOperator } from '../use-invoice-rights.ts'
import { DETAIL_COLUMNS, EXPORT_COLUMNS, type ExportedDetail } from './detail-columns.tsx'
import { elsewhereText, InvoiceElsewhere, useInvoiceElsewhere } from './invoice-elsewhere.tsx'
import { DifferencesDialog } from './differences-dialog.tsx'
import { InvoiceOverview } from './invoice-overview.tsx'

const TITLE = 'Invoice Details'
const TABLE = 'invoice-details'
const NOUN = ['detail', 'details'] as const
const rowId = ({ detailsID }: InvoiceDetail) => detailsID
const CLIENT_COLUMNS = DETAIL_COLUMNS.filter(({ id }) => id !== 'line')

/** One invoice: the proof of its import, its causes and verdicts, and its details to decide. */
export function InvoiceDetailsScreen() {
  const [search, change] = useScreenSearch(detailsShape)
  const { summaryID } = search
  const { data: invoice, error, refetch } = useQuery(invoiceOf(summaryID))
  const elsewhere = useInvoiceElsewhere(summaryID, invoice === null)
  const number = invoice?.invoiceNumber
  useEffect(() => {
    if (number) nameTab(invoiceTabId(summaryID), `Invoice ${number}`)
  }, [summaryID, number])
  if (invoice) return <OneInvoice invoice={invoice} search={search} onChange={change} />
  const why =
    summaryID === ''
      ? 'Choose an invoice in Invoice Reconciliation.'
      : invoice === null
        ? elsewhere
          ? elsewhereText(elsewhere)
          : 'Invoice not found. It may have been deleted, or bill none of your parcels.'
        : undefined
  return (
    <RecordLoading title={TITLE} why={why} error={error} onRetry={() => void refetch()}>
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

type OneInvoiceProps = {
  readonly invoice: InvoiceSummary
  readonly search: DetailsSearch
  readonly onChange: (part: Partial<DetailsSearch>) => void
}

function OneInvoice({ invoice, search, onChange }: OneInvoiceProps) {
  const router = useRouter()
  const goTo = useGoTo()
  const isOperator = useIsOperator()
  const [request, setRequest] = useState<DecisionRequest>()
  const [matching, setMatching] = useState<readonly string[]>()
  const [isComparing, comparing] = useDisclosure()
  const { summaryID, invoiceNumber, currency } = invoice
  const columns = isOperator ? DETAIL_COLUMNS : CLIENT_COLUMNS
  const body = detailsBody(search)
  const list = usePagedList<InvoiceDetail>({
    queryKey: detailsKey(body),
    place: search,
    onPlace: ({ sort, ...place }) => onChange({ ...place, ...(sort && { sort: sort as RowSort }) }),
    fetchPage: (page, limit, signal) => fetchDetails(body, page, limit, signal),
    rowId,
  })
  // A changed filter starts at the first page.
  const narrow = (part: Partial<DetailsSearch>) => onChange({ ...part, page: 1 })
  const only = useMemo(() => [invoice], [invoice])
  const open = ({ detailsID }: InvoiceDetail) => goTo(parcelsAddress({ summaryID, detailsID }))

  /** After a decision: a deleted invoice has nothing left to show. */
  function done() {
    list.clear()
    if (request?.what === 'delete' && request.target.kind === 'invoice')
      void leaveRecord(router, invoiceTabId(summaryID), INVOICE_SCREENS.list)
  }

  return (
    <Currency value={currency}>
      <RowsPage
        address={addressOfInvoice(invoice)}
        title={
          <>
            Invoice <Reference text={invoiceNumber} />
          </>
        }
        label={`Invoice ${invoiceNumber}`}
        counted={list.counted(NOUN)}
        actions={
          <InvoiceActions rows={only} onAsk={setRequest} onAcceptMatched={setMatching} onCompare={comparing.open} />
        }
        summary={<InvoiceOverview invoice={invoice} search={search} onNarrow={narrow} />}
        viewsOf={TABLE}
        filters={
          <>
            <RowFilters search={search} onChange={narrow} />
            <Group gap="xs" ml="auto">
              <ScreenButton variant="default" to={parcelsAddress({ summaryID })}>
                All parcels
              </ScreenButton>
              <ExportInvoice invoice={invoice} />
            </Group>
          </>
        }
        foot={
          <RowsFoot
            noun={NOUN}
            list={list}
            invoice={invoice}
            target={{ kind: 'detail', rows: list.selected, currency }}
            onAsk={setRequest}
          />
        }
      >
        <DecisionReceipt summaryID={summaryID} />
        <DataTable
          name={TABLE}
          label="Invoice details"
          columns={columns}
          {...list.table}
          onOpen={open}
          empty={
            <NothingListed
              noun="detail"
              isNarrowed={isNarrowed(search, NO_ROW_FILTER)}
              onClear={() => narrow(NO_ROW_FILTER)}
              otherwise="No details. They have been deleted, or the invoice only has charges of its own."
            />
          }
        />
        <DecisionDialogs request={request} onDone={done} onClose={() => setRequest(undefined)} />
        <DifferencesDialog summaryID={summaryID} opened={isComparing} onClose={comparing.close} />
        <AcceptMatchedDialog summaryIDs={matching} onDone={list.clear} onClose={() => setMatching(undefined)} />
      </RowsPage>
    </Currency>
  )
}

/** Exports the details, or all rows. Specification 7: 'detailsexport (summaryID, page 1, items 1000, clientCode)'. */
function ExportInvoice({ invoice: { summaryID, invoiceNumber, details, parcels } }: Pick<OneInvoiceProps, 'invoice'>) {
  const title = `Invoice ${invoiceNumber}`
  const rows = useRowsToExport({ title: `${title} rows`, summaryIDs: [summaryID] })
  return (
    <ExportMenu<ExportedDetail, ExportedParcel>
      table={`${TABLE}-${summaryID}`}
      title={title}
      columns={EXPORT_COLUMNS}
      total={details}
      fetchRows={async (page, items, signal) => {
        const answer = await call(invoices.detailsExport, { body: { summaryID, page, items } }, { signal })
        return answer.details
      }}
      also={{ labels: ['Details', 'All rows'], list: rows, total: parcels }}
    />
  )
}
