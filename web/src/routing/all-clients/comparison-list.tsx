import { createSliceReader } from '../../kit/list/rows/page-reader.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UseQueryOptions } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { createStore, useStore } from '../../kit/browser/store.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { addressFor } from '../../kit/navigation/screen-address.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { session } from '../../kit/session/session-store.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { ChangeReceipt } from './change-receipt.tsx'
import {
  clientsText,
  comparedRows,
  type ComparedItem,
  type ComparedRow,
  type Comparison,
  type ComparisonSearch,
  comparisonShape,
  isContracted,
  narrowedRows,
  targetsOf,
} from './comparison.ts'
import { ComparisonFilters } from './comparison-filters.tsx'
import { comparisonColumns } from './comparison-columns.tsx'
import { groupRows, groupsText, toggled, withExpanded } from './group-rows.ts'

const NO_FILTER = { search: '', of: '', differences: '' } as const
const rowId = ({ id }: ComparedRow) => id

/** The expanded rows by table, so that a user who comes back from a client's screen finds them expanded. */
const expandedRows = createStore<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
const NONE: ReadonlySet<string> = new Set()

type ComparisonListProps<Row> = {
  readonly comparison: Comparison
  readonly query: Pick<UseQueryOptions<Row[], Error, Row[], string[]>, 'queryKey' | 'queryFn'>
  readonly itemOf: (row: Row) => ComparedItem
}

/**
 * A routing screen for users of all clients: it compares the clients, marks differences from the majority, and makes
 * one change for the selected rows.
 */
export function ComparisonList<Row>({ comparison, query, itemOf }: ComparisonListProps<Row>) {
  const { title, table, leaf, verb, isOfMethods, addressOf } = comparison
  const router = useRouter()
  const [search, change] = useScreenSearch(comparisonShape)
  const clients = useStore(session.store, (now) => now.clients)
  const [isChanging, changing] = useDisclosure()
  const whyNot = useEditDisabledReason(leaf)
  const expanded = useStore(expandedRows, (now) => now.get(table) ?? NONE)
  const toggle = useCallback(
    (row: ComparedRow) => expandedRows.set(new Map(expandedRows.get()).set(table, toggled(expanded, row))),
    [table, expanded],
  )
  const columns = useMemo(
    () =>
      comparisonColumns(comparison, {
        expanded,
        onToggle: toggle,
      }),
    [comparison, expanded, toggle],
  )
  const all = useQuery(query)
  const rows = useMemo(
    () =>
      comparedRows(
        comparison,
        (all.data ?? []).map(itemOf),
        clients.map(({ code }) => code),
      ),
    [comparison, all.data, itemOf, clients],
  )
  const { search: wanted, of, differences } = search
  const filter = useMemo(() => ({ search: wanted, of, differences }), [wanted, of, differences])
  const narrowed = async () => {
    const items = (await queryClient.fetchQuery(query)).map(itemOf)
    const compared = comparedRows(
      comparison,
      items,
      clients.map(({ code }) => code),
    )
    return narrowedRows(compared, filter)
  }
  const fetchPage = async (page: number, limit: number) => {
    // The call answers all rows at once; paging happens here.
    const each = await narrowed()
    const listed = search.by === 'client' ? each : withExpanded(groupRows(comparison, each), expanded)
    return { rows: listed.slice((page - 1) * limit, page * limit), total: listed.length }
  }
  const each = useMemo(() => narrowedRows(rows, filter), [rows, filter])
  const groups = useMemo(() => groupRows(comparison, each).length, [comparison, each])
  const open = ({ client, key }: ComparedRow) => void router.navigate({ href: addressFor(client, addressOf(key)) })
  const list = usePagedList<ComparedRow>({
    queryKey: ['rule-book', table, 'compared', filter, search.by, [...expanded], all.dataUpdatedAt],
    place: { page: search.page, limit: search.limit, sort: 'carrier', order: 'asc' },
    onPlace: ({ page, limit }) => change({ ...(page && { page }), ...(limit && { limit }) }),
    fetchPage,
    rowId,
  })
  // Grouped, the foot counts groups as the title does, unless their expanded rows need several pages.
  const isOnePage = list.total !== undefined && !list.foot.hasMore && search.page === 1
  const foot = search.by === '' && isOnePage ? { ...list.foot, count: groups, total: groups } : list.foot
  const narrow = (part: Partial<ComparisonSearch>) => change({ ...part, page: 1 })
  const targets = useMemo(() => targetsOf(list.selected), [list.selected])
  const narrowing = { isNarrowed: isNarrowed(search, NO_FILTER), onClear: () => narrow(NO_FILTER) }

  return (
    <ListScreen
      name={table}
      title={title}
      label={`${title}, all clients`}
      noun={['row', 'rows']}
      {...(search.by === '' && { counted: groupsText(groups, isOfMethods ? 'method' : 'carrier') })}
      columns={columns}
      list={{ ...list, foot }}
      isOrdered
      // A file has a row for each client.
      exportTotal={each.length}
      fetchRows={createSliceReader(narrowed)}
      onOpen={(row) => {
        if (row.members) toggle(row)
        else if (isContracted(row)) open(row)
      }}
      opensOnClick
      filters={<ComparisonFilters search={search} rows={rows} onChange={narrow} narrowing={narrowing} />}
      actions={
        <>
          <DisabledReason
            reasons={[whyNot, targets.length === 0 ? 'None of the selected clients has it.' : undefined]}
          />
          <Button size="xs" disabled={whyNot !== undefined || targets.length === 0} onClick={changing.open}>
            {verb} for {clientsText(targets.length)}…
          </Button>
        </>
      }
      above={<ChangeReceipt table={table} />}
      narrowed={narrowing}
      empty="No client has carriers yet. Carriers are added with their contracted methods, client by client."
    >
      <ChangeDialog
        comparison={comparison}
        targets={targets}
        opened={isChanging}
        onClose={changing.close}
        onDone={list.clear}
      />
    </ListScreen>
  )
}
