import { useGoTo } from '../kit/navigation/use-go-to.ts'
import { Button } from '@mantine/core'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import type { SummarySort } from '@despatch/contract/invoices/details'
import { useState } from 'react'
import { isNarrowed } from '../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../kit/list/filters/screen-search.ts'
import { ListScreen } from '../kit/list/list-screen.tsx'
import { SHORT_PAGE_SIZE } from '../kit/list/page-size.ts'
import { usePagedList } from '../kit/list/use-paged-list.ts'
import { addressOfInvoice } from './addresses.ts'
import { AcceptMatchedDialog } from './accept-and-reject/accept-matched-dialog.tsx'
import { type DecisionRequest, DecisionDialogs } from './accept-and-reject/decision-dialogs.tsx'
import { DecisionReceipt } from './accept-and-reject/decision-receipt.tsx'
import { ImportPlace } from './import/import-place.tsx'
import { ImportStrip } from './import/import-strip.tsx'
import { ImportsDrawer } from './import/imports-drawer.tsx'
import { ExportSelected } from './export-selected.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { CLIENT_COLUMNS, OPERATOR_COLUMNS } from './invoice-columns.tsx'
import { InvoiceFilters } from './invoice-filters.tsx'
import { InvoicePeek } from './invoice-peek.tsx'
import { fetchInvoices, listKey, listQuery, type ListSearch, listShape, NO_LIST_FILTER } from './invoice-queries.ts'
import { MappingStudio } from './column-mapping/mapping-studio.tsx'
import { AgreementsDrawer } from './settings/agreements-drawer.tsx'
import { useIsOperator, useDecideDisabledReason } from './use-invoice-rights.ts'

const TITLE = 'Invoice Reconciliation'
const TABLE = 'invoices'
const NOUN = ['invoice', 'invoices'] as const
/** The part of the agreements drawer for each address parameter; others open something else. */
const AGREEMENTS = {
  agreements: 'tolerances',
  agreed: 'agreed',
  zones: 'zones',
  rates: 'rates',
  ledger: 'ledger',
  imports: undefined,
  waiting: undefined,
  '': undefined,
} as const
const rowId = ({ summaryID }: InvoiceSummary) => summaryID

/** Carriers' invoices: their sums, variances and causes, and what is left to decide. */
export function InvoicesScreen() {
  const goTo = useGoTo()
  const isOperator = useIsOperator()
  const [search, change] = useScreenSearch(listShape)
  const whyNot = useDecideDisabledReason()
  const [peeked, setPeeked] = useState<InvoiceSummary>()
  const [request, setRequest] = useState<DecisionRequest>()
  const [matching, setMatching] = useState<readonly string[]>()
  const columns = isOperator ? OPERATOR_COLUMNS : CLIENT_COLUMNS
  const query = listQuery(search)
  const list = usePagedList<InvoiceSummary>({
    queryKey: listKey(query),
    place: search,
    onPlace: ({ sort, ...place }) => change({ ...place, ...(sort && { sort: sort as SummarySort }) }),
    fetchPage: (page, limit, signal) => fetchInvoices(query, page, limit, signal),
    rowId,
  })
  // A changed filter starts at the first page.
  const narrow = (part: Partial<ListSearch>) => change({ ...part, page: 1 })
  const clear = () => narrow(NO_LIST_FILTER)
  const open = (invoice: InvoiceSummary) => goTo(addressOfInvoice(invoice))

  if (isOperator && search.map !== '')
    return <MappingStudio key={search.map} importID={search.map} onClose={() => change({ map: '', show: 'imports' })} />
  return (
    <ImportPlace onDropped={() => change({ show: 'imports' })}>
      <ListScreen
        name={TABLE}
        title={TITLE}
        label="Carriers’ invoices"
        exportTitle="Invoices"
        noun={NOUN}
        columns={columns}
        list={list}
        fetchRows={(page, size, signal) => fetchInvoices(query, page, size, signal).then(({ rows }) => rows)}
        {...(isOperator && {
          action: (
            <Button variant="default" onClick={() => change({ show: 'agreements' })}>
              Matching rules
            </Button>
          ),
          add: { label: 'Import invoices', whyNot, onAdd: () => change({ show: 'imports' }) },
        })}
        filters={<InvoiceFilters search={search} onChange={narrow} onClear={clear} />}
        actions={
          <>
            <InvoiceActions rows={list.selected} onAsk={setRequest} onAcceptMatched={setMatching} />
            <ExportSelected rows={list.selected} isOperator={isOperator} />
          </>
        }
        defaultSize={SHORT_PAGE_SIZE}
        above={
          <>
            {isOperator && <ImportStrip onShow={(show) => change({ show })} />}
            <DecisionReceipt />
          </>
        }
        narrowed={{ isNarrowed: isNarrowed(search, NO_LIST_FILTER), onClear: clear }}
        empty={
          isOperator
            ? 'No invoices yet. Drop a carrier’s file here, or choose Import invoices.'
            : 'No invoices for your parcels yet.'
        }
        recordAddress={addressOfInvoice}
        onOpen={open}
        onPeek={setPeeked}
      >
        <InvoicePeek of={peeked} onClose={() => setPeeked(undefined)} onOpen={open} />
        <DecisionDialogs request={request} onDone={list.clear} onClose={() => setRequest(undefined)} />
        <AcceptMatchedDialog summaryIDs={matching} onDone={list.clear} onClose={() => setMatching(undefined)} />
      </ListScreen>
      {isOperator && (
        <ImportsDrawer
          shown={search.show === 'imports' || search.show === 'waiting' ? search.show : undefined}
          onShow={(show) => change({ show })}
          onClose={() => change({ show: '' })}
          onMap={(map) => change({ show: '', map }, { replace: false })}
        />
      )}
      {isOperator && <AgreementsDrawer tab={AGREEMENTS[search.show]} onClose={() => change({ show: '' })} />}
    </ImportPlace>
  )
}
