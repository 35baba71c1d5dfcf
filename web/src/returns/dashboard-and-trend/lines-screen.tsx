import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { type ReturnLine, returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { COUNTED_BY } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { LIFE_STATE_CODES, LIFE_STATES } from '@despatch/domain/returns/life/return-state'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { dayColumns } from '../../kit/list/columns/day-columns.tsx'
import { OrderCell } from '../../kit/list/columns/order-cell.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { TextChip } from '../../kit/list/filters/text-chip.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { NO_ROWS, wrongPeriodText } from '../../kit/list/filters/wrong-period.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import { call } from '../../kit/server/call.ts'
import { FigureFilters } from './figure-filters.tsx'
import { isNarrowed, linesSearch, NOT_NARROWED } from './figure-search.ts'

const NOUN = ['return', 'returns'] as const
const STATES = LIFE_STATE_CODES.map((value) => ({ value, label: LIFE_STATES[value] }))
const column = columnsOf<ReturnLine>()
const enableSorting = false

const days = dayColumns(column)

const COLUMNS: Columns<ReturnLine> = column.columns([
  column.accessor('returnReference', {
    header: 'Return',
    size: 130,
    enableSorting,
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  column.accessor('clientCode', { header: 'Client', size: 90, enableSorting }),
  column.accessor('orderNumber', {
    header: 'Order',
    size: 130,
    enableSorting,
    cell: ({ row: { original } }) => <OrderCell of={original} />,
  }),
  column.accessor('SKU', { header: 'SKU', size: 120, enableSorting }),
  column.accessor('Item_Description', { header: 'Description', size: 220, enableSorting }),
  column.accessor('pieces', { header: 'Units', size: 80, enableSorting, meta: { align: 'right' } }),
  column.accessor('surplus', {
    header: 'Surplus',
    size: 85,
    enableSorting,
    meta: { align: 'right' },
    cell: ({ getValue }) => getValue() || '',
  }),
  column.accessor('stateTitle', { header: 'Status', size: 120, enableSorting }),
  column.accessor('reasonTitle', { header: 'Reason', size: 150, enableSorting }),
  days('receivedOn', 'Received'),
  days('orderedOn', 'Ordered'),
  days('despatchedOn', 'Despatched'),
  days('announcedOn', 'Announced'),
  days('refundedOn', 'Refunded'),
  column.accessor('carrierName', { id: 'carrier', header: 'Carrier', size: 100, enableSorting }),
  column.accessor('region', { header: 'Region', size: 150, enableSorting }),
])

/** The returns behind a figure; exactly those that it counts. */
export function ReturnLinesScreen() {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(linesSearch)
  const { page, limit, ...body } = search
  const wrong = wrongPeriodText(search)
  const fetchPage = async (from: number, size: number, signal?: AbortSignal) => {
    if (wrong) return NO_ROWS
    const { lines, total } = await call(
      returnFigures.lines,
      { body: { ...body, page: from, limit: size } },
      { ...(signal && { signal }) },
    )
    return { rows: lines, total }
  }
  const list = usePagedList<ReturnLine>({
    queryKey: ['return-lines', body],
    place: { page, limit, sort: 'counted', order: 'desc' },
    onPlace: (place) => change({ ...(place.page && { page: place.page }), ...(place.limit && { limit: place.limit }) }),
    fetchPage,
    rowId: (line) => `${line.clientCode} ${line.orderNumber} ${line.returnReference} ${line.SKU}`,
  })
  const clear = () => change({ ...NOT_NARROWED, state: '', client: '', page: 1 })
  return (
    <ListScreen
      name="return-lines"
      title="Returns"
      label={`Returns by the day they were ${COUNTED_BY[search.countedBy].title.toLowerCase()}, newest first`}
      noun={NOUN}
      columns={COLUMNS}
      list={list}
      isOrdered
      fetchRows={(from, size, signal) => fetchPage(from, size, signal).then(({ rows }) => rows)}
      filters={
        <>
          <FigureFilters search={search} onChange={(part) => change({ ...part, page: 1 })} />
          <ChoiceChip
            name="Status"
            value={search.state}
            options={STATES}
            onChange={(state) => change({ state, page: 1 })}
          />
          {search.client !== '' && (
            <TextChip
              name="Client"
              value={search.client}
              most={20}
              onChange={(client) => change({ client, page: 1 })}
            />
          )}
        </>
      }
      {...(!wrong && {
        narrowed: { isNarrowed: isNarrowed(search) || search.state !== '' || search.client !== '', onClear: clear },
      })}
      empty={wrong ?? 'No returns on these dates.'}
      onOpen={({ orderNumber, clientCode }) => goTo(orderAddress({ orderNumber, client: clientCode }))}
    />
  )
}
