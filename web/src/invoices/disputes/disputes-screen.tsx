import { Button } from '@mantine/core'
import { type Dispute, DISPUTE_STATE_FILTERS, type DisputeSort } from '@despatch/contract/invoices/disputes'
import { AGES } from '@despatch/domain/invoices/dispute'
import { useQuery } from '@tanstack/react-query'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { invoiceCarriers } from '../invoice-queries.ts'
import { capitalised } from '../invoice-text.ts'
import { AgeingTable } from './ageing-table.tsx'
import { CreditsDrawer } from './credits-drawer.tsx'
import { DisputeActions } from './dispute-actions.tsx'
import { DISPUTE_COLUMNS } from './dispute-columns.tsx'
import { DisputeDrawer } from './dispute-drawer.tsx'
import {
  creditsNow,
  disputesKey,
  disputesQuery,
  type DisputesSearch,
  disputesShape,
  fetchDisputes,
  NO_DISPUTE_FILTER,
  shownState,
} from './dispute-queries.ts'

const NOUN = ['dispute', 'disputes'] as const
const rowId = ({ disputeID }: Dispute) => disputeID
const STATES = DISPUTE_STATE_FILTERS.map((value) => ({ value, label: capitalised(value) }))
const AGE_OPTIONS = AGES.map((value) => ({ value, label: value }))

/** Claims against carriers: outstanding sums, their age, and the state of each dispute. */
export function DisputesScreen() {
  const [search, change] = useScreenSearch(disputesShape)
  const { data: carriers = [] } = useQuery(invoiceCarriers)
  const { data: credits } = useQuery(creditsNow)
  const query = disputesQuery(search)
  const list = usePagedList<Dispute>({
    queryKey: disputesKey(query),
    place: search,
    onPlace: ({ sort, ...place }) => change({ ...place, ...(sort && { sort: sort as DisputeSort }) }),
    fetchPage: (page, limit, signal) => fetchDisputes(query, page, limit, signal),
    rowId,
  })
  // A changed filter starts at the first page.
  const narrow = (part: Partial<DisputesSearch>) => change({ ...part, page: 1 })
  const clear = () => narrow(NO_DISPUTE_FILTER)
  const open = ({ disputeID }: Dispute) => change({ dispute: disputeID }, { replace: false })
  return (
    <ListScreen
      name="invoice-disputes"
      title="Disputes"
      label="Disputes with carriers"
      noun={NOUN}
      columns={DISPUTE_COLUMNS}
      list={list}
      fetchRows={(page, size, signal) => fetchDisputes(query, page, size, signal).then(({ rows }) => rows)}
      action={
        <Button variant="default" ml="auto" onClick={() => change({ show: 'credits' })}>
          Unallocated credits{credits && credits.total > 0 ? ` (${credits.total})` : ''}
        </Button>
      }
      filters={
        <>
          <SearchField
            label="Dispute, invoice, carrier or reason"
            value={search.search}
            onChange={(text) => narrow({ search: text })}
          />
          <FilterRow isNarrowed={isNarrowed(search, NO_DISPUTE_FILTER)} onClear={clear}>
            <ChoiceChip
              name="Status"
              value={shownState(search)}
              options={STATES}
              onChange={(state) => narrow({ state: (state || 'all') as DisputesSearch['state'] })}
            />
            <ChoiceChip
              name="Carrier"
              value={search.carrier}
              options={carriers.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={(carrier) => narrow({ carrier })}
            />
            <ChoiceChip
              name="Past deadline"
              value={search.age}
              options={AGE_OPTIONS}
              onChange={(age) => narrow({ age: age as DisputesSearch['age'] })}
            />
          </FilterRow>
        </>
      }
      actions={<DisputeActions disputes={list.selected} onDone={list.clear} />}
      defaultSize={SHORT_PAGE_SIZE}
      above={<AgeingTable onNarrow={(part) => narrow({ ...NO_DISPUTE_FILTER, ...part })} />}
      narrowed={{ isNarrowed: isNarrowed(search, NO_DISPUTE_FILTER), onClear: clear }}
      empty={
        <>
          No open disputes. Rejecting overcharged invoice rows opens one.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => narrow({ state: 'all' })}>
            Show settled disputes
          </Button>
        </>
      }
      onOpen={open}
      onPeek={open}
    >
      <DisputeDrawer disputeID={search.dispute} onClose={() => change({ dispute: '' })} />
      <CreditsDrawer opened={search.show === 'credits'} onClose={() => change({ show: '' })} />
    </ListScreen>
  )
}
