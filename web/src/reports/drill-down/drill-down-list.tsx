import type { RowData } from '@tanstack/react-table'
import type { Period } from '@despatch/domain/reports/periods'
import { type ReactNode, useState } from 'react'
import { stillCountingText } from '../../kit/chart/still-counting.tsx'
import type { Columns } from '../../kit/list/features.ts'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { NO_ROWS, wrongPeriodText } from '../../kit/list/filters/wrong-period.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'

type Search = Period & { readonly page: number; readonly limit: number }
type DrillDownListProps<Row extends RowData> = {
  readonly name: string
  readonly noun: readonly [string, string]
  readonly title: string
  readonly definition: string
  readonly columns: Columns<Row>
  readonly search: Search
  readonly onChange: (part: Partial<Search>) => void
  readonly fetchPage: (
    page: number,
    limit: number,
    signal: AbortSignal,
  ) => Promise<{ rows: Row[]; total: number; waitingDays?: number }>
  readonly rowId: (row: Row) => string
  readonly onOpen?: (row: Row) => void
  readonly filters: ReactNode
  readonly isNarrowed: boolean
  readonly onClear: () => void
}

/** The list behind a figure, with the same period and filters. */
export function DrillDownList<Row extends RowData>(props: DrillDownListProps<Row>) {
  const { name, noun, title, definition, columns, search, onChange, fetchPage, rowId, onOpen, filters } = props
  const { page, limit, ...body } = search
  const wrong = wrongPeriodText(search)
  /** Days of the figure that are still being counted. */
  const [waiting, setWaiting] = useState(0)
  const list = usePagedList<Row>({
    queryKey: [name, body],
    place: { page, limit, sort: 'counted', order: 'asc' },
    onPlace: (place) =>
      onChange({ ...(place.page && { page: place.page }), ...(place.limit && { limit: place.limit }) }),
    fetchPage: async (from, size, signal) => {
      if (wrong) return NO_ROWS
      const page = await fetchPage(from, size, signal)
      setWaiting(page.waitingDays ?? 0)
      return page
    },
    rowId,
  })
  return (
    <ListScreen
      name={name}
      title={title}
      label={waiting > 0 ? `${definition} ${stillCountingText(waiting)}` : definition}
      noun={noun}
      columns={columns}
      list={list}
      isOrdered
      fetchRows={(from, size, signal) =>
        fetchPage(from, size, signal ?? new AbortController().signal).then(({ rows }) => rows)
      }
      filters={
        <FilterRow isNarrowed={props.isNarrowed} onClear={props.onClear}>
          <DaysChip
            value={{ dateFrom: search.startDate, dateTo: search.endDate }}
            verb="Counted"
            isOn={false}
            onChange={({ dateFrom, dateTo }) => {
              if (dateFrom && dateTo) onChange({ startDate: dateFrom, endDate: dateTo, page: 1 })
            }}
          />
          {filters}
        </FilterRow>
      }
      {...(!wrong && { narrowed: { isNarrowed: props.isNarrowed, onClear: props.onClear } })}
      empty={wrong ?? 'Nothing counted on these dates.'}
      {...(onOpen && { onOpen })}
    />
  )
}
