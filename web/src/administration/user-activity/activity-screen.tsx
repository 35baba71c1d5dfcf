import type { ActivityRow } from '@despatch/contract/administration/user-activity/activity'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DataTable } from '../../kit/list/data-table.tsx'
import { ExportMenu } from '../../kit/list/export/export-menu.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { NothingListed } from '../../kit/list/nothing-listed.tsx'
import { ALL_ROWS } from '../../kit/list/page-size.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { TableFoot } from '../../kit/list/table-foot.tsx'
import { useRowWindows } from '../../kit/list/rows/row-windows.ts'
import { ACTIVITY_COLUMNS } from './activity-columns.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityPeek } from './activity-peek.tsx'
import {
  activityKey,
  activityPage,
  type ActivitySearch,
  activityShape,
  fetchActivity,
  filterOf,
  NO_FILTER,
  readingOn,
} from './activity-queries.ts'

const TABLE = 'user-activity'
const TITLE = 'User Activity - Overview'
const rowId = ({ id }: ActivityRow) => id

/** User Activity - Overview: who did what, for which client and when, with the changes; newest first. */
export function ActivityScreen() {
  const [search, change] = useScreenSearch(activityShape)
  const [peeked, setPeeked] = useState<ActivityRow>()
  const { page, limit } = search
  const filter = filterOf(search)
  const isAll = limit === ALL_ROWS
  const pageQuery = useQuery({ ...activityPage(filter, page, isAll ? 1 : limit), enabled: !isAll })
  const fetchRows = (number: number, size: number, signal: AbortSignal) =>
    fetchActivity(filter, number, size, signal).then(({ activity }) => activity)
  const { windows, reach, ...all } = useRowWindows<ActivityRow>({
    isOn: isAll,
    queryKey: activityKey(filter),
    fetchWindow: ({ page: number, limit: size }, signal) => fetchRows(number, size, signal),
  })

  const exportRows = useMemo(() => readingOn(filterOf(search)), [search])

  // Filtering returns to the first page.
  const narrow = (part: Partial<ActivitySearch>) => change({ ...part, page: 1 })
  const rows = pageQuery.data?.activity
  const hasMore = pageQuery.data?.hasMore ?? false
  // Acts are not counted: the total is known only at the end of the list.
  const isEnd = isAll ? reach.isEnd : rows !== undefined && !hasMore && !pageQuery.isPlaceholderData
  const total = isEnd ? (isAll ? reach.rows : (page - 1) * limit + (rows?.length ?? 0)) : undefined

  return (
    <ListPage
      title={TITLE}
      counted={total !== undefined && `${formatCount(total)} ${total === 1 ? 'action' : 'actions'}`}
      viewsOf={TABLE}
      action={
        <ExportMenu table={TABLE} title={TITLE} columns={ACTIVITY_COLUMNS} total={total} fetchRows={exportRows} />
      }
      filters={<ActivityFilters search={search} onChange={narrow} />}
      foot={
        <TableFoot
          page={page}
          pageSize={limit}
          count={isAll ? reach.rows : (rows?.length ?? 0)}
          total={total}
          hasMore={hasMore}
          isBehind={pageQuery.isPlaceholderData}
          onPage={(to) => change({ page: to })}
          onPageSize={(size) => change({ limit: size, page: 1 })}
        />
      }
    >
      <DataTable
        name={TABLE}
        label="Activity, newest first"
        columns={ACTIVITY_COLUMNS}
        rows={isAll ? (all.isLoading ? undefined : windows) : rows}
        windowed={isAll ? { total: reach.isEnd ? reach.rows : reach.rows + 1, onVisible: all.onVisible } : undefined}
        rowId={rowId}
        isLoading={isAll ? all.isLoading : pageQuery.isPending}
        error={isAll ? all.error : pageQuery.error}
        onRetry={isAll ? all.retry : () => void pageQuery.refetch()}
        onOpen={setPeeked}
        onPeek={setPeeked}
        empty={
          <NothingListed
            noun="action"
            isNarrowed={isNarrowed(search, NO_FILTER)}
            onClear={() => narrow(NO_FILTER)}
            otherwise="No activity yet."
          />
        }
      />
      <ActivityPeek act={peeked} onClose={() => setPeeked(undefined)} />
    </ListPage>
  )
}
