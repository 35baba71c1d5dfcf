import type { DecidedDifference } from '@despatch/contract/invoices/comparisons'
import { useQuery } from '@tanstack/react-query'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { ActButton } from '../../kit/record/act-button.tsx'
import { invoiceCarriers } from '../invoice-queries.ts'
import { amountText } from '../invoice-text.ts'
import styles from '../invoices.module.css'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { DIFFERENCE_COLUMNS } from './difference-columns.tsx'
import {
  fetchDifferences,
  differencesKey,
  type DifferencesSearch,
  differencesShape,
  NO_DIFFERENCES_FILTER,
  reviewRows,
} from './difference-queries.ts'

const NOUN = ['decided row', 'decided rows'] as const
const rowId = ({ parcelID }: DecidedDifference) => parcelID
const STATES = [
  { value: 'to review', label: 'To review' },
  { value: 'reviewed', label: 'Reviewed' },
]

/** Decided rows of all invoices whose expected cost has changed, the largest overpayments first. */
export function DecidedDifferencesScreen() {
  const [search, change] = useScreenSearch(differencesShape)
  const { data: carriers = [] } = useQuery(invoiceCarriers)
  const mayNot = useDecideDisabledReason()
  const list = usePagedList<DecidedDifference>({
    queryKey: differencesKey(search),
    place: { ...search, sort: 'difference', order: 'asc' },
    onPlace: ({ page, limit }) => change({ ...(page && { page }), ...(limit && { limit }) }),
    fetchPage: (page, limit, signal) =>
      fetchDifferences(search, page, limit, signal).then(({ rows, pageInfo }) => ({ rows, total: pageInfo.total })),
    rowId,
  })
  const { data: sums } = useQuery({
    queryKey: [...differencesKey(search), 'sums'],
    queryFn: ({ signal }) => fetchDifferences(search, 1, 1, signal).then((answer) => answer.sums),
  })
  const narrow = (part: Partial<DifferencesSearch>) => change({ ...part, page: 1 })
  const clear = () => narrow(NO_DIFFERENCES_FILTER)
  const isReviewed = search.state === 'reviewed'
  const beyond = sums?.filter((sum) => Number(sum.beyond) !== 0) ?? []
  return (
    <ListScreen
      name="invoice-found-differences"
      title="Decided rows to review"
      label="Decided rows with a new expected cost"
      noun={NOUN}
      columns={DIFFERENCE_COLUMNS}
      list={list}
      fetchRows={(page, size, signal) => fetchDifferences(search, page, size, signal).then(({ rows }) => rows)}
      filters={
        <FilterRow isNarrowed={isNarrowed(search, NO_DIFFERENCES_FILTER)} onClear={clear}>
          <ChoiceChip
            name="Status"
            value={search.state}
            options={STATES}
            onChange={(state) => narrow({ state: state === 'reviewed' ? state : 'to review' })}
          />
          <ChoiceChip
            name="Carrier"
            value={search.carrier}
            options={carriers.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(carrier) => narrow({ carrier })}
          />
        </FilterRow>
      }
      beneath={
        beyond.length > 0 && (
          <p className={styles.remark}>
            Accepted above the current expected cost:{' '}
            {beyond.map((sum) => amountText(sum.beyond, sum.currency)).join(' and ')}.
          </p>
        )
      }
      actions={
        <ActButton
          label={isReviewed ? 'Review again' : 'Mark as reviewed'}
          isPrimary
          whyNot={mayNot}
          onAct={() => reviewRows(list.selected, !isReviewed).then(list.clear)}
        />
      }
      isOrdered
      narrowed={{ isNarrowed: isNarrowed(search, NO_DIFFERENCES_FILTER), onClear: clear }}
      empty="No decided row has a new expected cost. Rows are compared once a day."
    />
  )
}
