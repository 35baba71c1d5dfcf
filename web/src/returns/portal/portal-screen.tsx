import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import { Button } from '@mantine/core'
import { type ListedReturn } from '@despatch/contract/returns/portal/announced-returns'
import { formatCount } from '@despatch/domain/money/money'
import { LIFE_STATE_CODES, LIFE_STATES } from '@despatch/domain/returns/life/return-state'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { AnnounceDrawer } from './announce-drawer.tsx'
import { portalColumns } from './portal-columns.tsx'
import {
  fetchPortal,
  NO_PORTAL_FILTER,
  portalCounts,
  portalKey,
  portalQuery,
  type PortalSearch,
  portalShape,
} from './portal-queries.ts'
import { ReturnDrawer } from './return-drawer.tsx'

const NOUN = ['return', 'returns'] as const
const STATES = LIFE_STATE_CODES.map((value) => ({ value, label: LIFE_STATES[value] }))

/** Returns Portal: announced returns, those in review first, with refunds due and the state of each. */
export function ReturnsPortalScreen() {
  const [search, change] = useScreenSearch(portalShape)
  const [isAnnouncing, setAnnouncing] = useState(false)
  const { data: counts } = useQuery(portalCounts)
  const whyNot = useEditDisabledReason('reportsAndEnquiries.returnsPortal')
  const isForAll = useStore(session.store, ({ client }) => client === ALL_CLIENTS)
  const columns = useMemo(() => portalColumns(isForAll), [isForAll])
  const query = portalQuery(search)
  const list = usePagedList<ListedReturn>({
    queryKey: portalKey(query),
    place: { ...search, sort: 'announcedAt', order: 'desc' },
    onPlace: ({ page, limit }) => change({ ...(page && { page }), ...(limit && { limit }) }),
    fetchPage: (page, limit, signal) => fetchPortal(query, page, limit, signal),
    rowId: ({ clientCode, returnReference }) => `${clientCode} ${returnReference}`,
  })
  const narrow = (part: Partial<PortalSearch>) => change({ ...part, page: 1 })
  const open = ({ returnReference }: ListedReturn) => change({ return: returnReference }, { replace: false })
  const counted = (label: string, count: number | undefined) => (count ? `${label} (${formatCount(count)})` : label)
  return (
    <ListScreen
      name="announced-returns"
      title="Returns Portal"
      label="Returns, those to review first"
      noun={NOUN}
      columns={columns}
      list={list}
      isOrdered
      fetchRows={(page, size, signal) => fetchPortal(query, page, size, signal).then(({ rows }) => rows)}
      action={
        <Button
          variant="default"
          ml="auto"
          disabled={whyNot !== undefined}
          title={whyNot}
          onClick={() => setAnnouncing(true)}
        >
          Create return
        </Button>
      }
      filters={
        <>
          <SearchField
            label="Return, order or SKU"
            value={search.search}
            onChange={(text) => narrow({ search: text })}
          />
          <FilterRow isNarrowed={isNarrowed(search, NO_PORTAL_FILTER)} onClear={() => narrow(NO_PORTAL_FILTER)}>
            <ChoiceChip
              name="To do"
              value={search.show}
              options={[
                { value: 'review', label: counted('Needs review', counts?.review) },
                { value: 'due', label: counted('To refund', counts?.due) },
                { value: 'overdue', label: counted('Refund overdue', counts?.overdue) },
                { value: 'label', label: counted('Awaiting label', counts?.label) },
              ]}
              onChange={(show) => narrow({ show: show as PortalSearch['show'] })}
            />
            <ChoiceChip
              name="Status"
              value={search.state}
              options={STATES}
              onChange={(state) => narrow({ state: state as PortalSearch['state'] })}
            />
          </FilterRow>
        </>
      }
      defaultSize={SHORT_PAGE_SIZE}
      narrowed={{ isNarrowed: isNarrowed(search, NO_PORTAL_FILTER), onClear: () => narrow(NO_PORTAL_FILTER) }}
      empty="No returns yet. Returns appear here when customers or you create them."
      onOpen={open}
      onPeek={open}
    >
      <ReturnDrawer reference={search.return} onClose={() => change({ return: '' })} />
      <AnnounceDrawer
        opened={isAnnouncing}
        onClose={() => setAnnouncing(false)}
        onDone={(reference) => {
          setAnnouncing(false)
          change({ return: reference }, { replace: false })
        }}
      />
    </ListScreen>
  )
}
