import { useMediaQuery } from '@mantine/hooks'
import type { Row as TableRow, RowSelectionState, SortingState, Updater } from '@tanstack/react-table'
import { useTable } from '@tanstack/react-table'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { usePreferences } from '../browser/preferences.ts'
import { NARROW } from '../navigation/use-menu.ts'
import { cardLines } from './columns/card-lines.ts'
import { ColumnChooser } from './columns/column-chooser.tsx'
import { COLUMN_WIDTHS, columnIdOf, END_WIDTH, type Columns, type Features, features, USUAL_WIDTH } from './features.ts'
import { HeaderRow } from './columns/header-row.tsx'
import { useColumnFit } from './columns/use-column-fit.ts'
import { type TableLayout, useTableLayout } from './columns/table-layout.ts'
import { BodyRow, SkeletonRows } from './rows/rows.tsx'
import { SELECT_COLUMN, withSelection } from './columns/select-column.tsx'
import cards from './cards.module.css'
import styles from './table.module.css'
import { EmptyTable, TableProblem } from './table-states.tsx'
import { useRowKeys } from './rows/use-row-keys.ts'
import { useRowsInView } from './rows/use-rows-in-view.ts'
import { useStable } from '../ui/use-stable.ts'
import type { RowWindow } from './rows/row-windows.ts'

type DataTableProps<Row extends object> = {
  /** The name under which the user’s layout is stored. */
  readonly name: string
  /** The name for screen readers. */
  readonly label: string
  /** Define them at module scope. The first column is pinned. */
  readonly columns: Columns<Row>
  /** The rows of the page, or the loaded windows; undefined before the first answer. Must be stable. */
  readonly rows: readonly Row[] | readonly RowWindow<Row>[] | undefined
  /** If `rows` are windows: the total number of rows, and a callback for the range in view. */
  readonly windowed?: { readonly total: number; readonly onVisible: (first: number, last: number) => void } | undefined
  readonly rowId: (row: Row) => string
  readonly isLoading: boolean
  readonly error?: unknown
  readonly onRetry: () => void
  readonly sort?: { readonly id: string; readonly desc: boolean } | undefined
  readonly onSort?: (sort: { id: string; desc: boolean }) => void
  readonly selected?: RowSelectionState
  readonly onSelect?: (selected: RowSelectionState) => void
  /** Called on Enter or a double click. */
  readonly onOpen?: (row: Row) => void
  /** A single click on a row opens it. For lists whose rows have no link. */
  readonly opensOnClick?: boolean
  /** Called on Space: shows the row beside the list. */
  readonly onPeek?: (row: Row) => void
  /** Shown if there are no rows. */
  readonly empty: ReactNode
}

/** Longer lists render only the rows in view. */
const VIRTUAL_FROM = 200
/** global.css has the same numbers. */
const ROW_HEIGHTS = { dense: 32, usual: 36, comfortable: 44 } as const
/** The height of a row shown as a card on a phone, in pixels. cards.module.css has the same number. */
const CARD_HEIGHT = 76
const AT_ONCE = { getInitialValueInEffect: false }
const NO_SELECTION: RowSelectionState = {}
const UNSORTED: SortingState = []

/** The table of every list. Its parent sets its height; it scrolls. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { windowed, onSelect, onOpen, onPeek } = props
  const [layout, changeLayout] = useTableLayout(props.name)
  const { density } = usePreferences()
  const areCards = useMediaQuery(`(max-width: ${NARROW})`, undefined, AT_ONCE)
  const rowHeight = areCards ? CARD_HEIGHT : ROW_HEIGHTS[density]
  const scroller = useRef<HTMLDivElement>(null)
  const { table, cells, fit, loaded, rowAt } = useListTable(props, { layout, changeLayout, scroller, areCards })
  const lines = useMemo(() => cardLines(props.columns), [props.columns])
  const count = windowed?.total ?? loaded.length
  const isVirtual = windowed !== undefined || count > VIRTUAL_FROM
  const { first, last, above, beneath, show } = useRowsInView({
    total: count,
    rowHeight,
    scroller,
    isOn: isVirtual,
  })
  const onVisible = windowed?.onVisible
  useEffect(() => onVisible?.(first, last), [first, last, onVisible])

  const keys = useRowKeys({
    count,
    rowHeight,
    scroller,
    show,
    select: (index) => onSelect && rowAt(index)?.toggleSelected(),
    open: onRow(onOpen) ?? (() => undefined),
    peek: onRow(onPeek),
  })

  /** Makes a function of a row into one of its index, for rows that are loaded. */
  function onRow(act: ((row: Row) => void) | undefined) {
    if (!act) return undefined
    return (index: number) => {
      const row = rowAt(index)
      if (row) act(row.original)
    }
  }
  const openRow = useStable((row: Row) => onOpen?.(row))
  const makeCurrent = useStable(keys.setCurrent)

  if (props.error && loaded.length === 0) return <TableProblem error={props.error} onRetry={props.onRetry} />
  if (props.rows && !props.isLoading && count === 0) return <EmptyTable>{props.empty}</EmptyTable>

  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  return (
    <div className={`${styles.frame} ${cards.cards}`}>
      {Boolean(props.error) && <TableProblem error={props.error} onRetry={props.onRetry} isInline />}
      <div
        ref={scroller}
        className={styles.scroller}
        data-rows={isVirtual ? 'even' : true}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
        tabIndex={keys.current === undefined ? 0 : -1}
        {...keys.container}
      >
        <table
          className={styles.table}
          aria-label={props.label}
          aria-rowcount={count + 1}
          aria-busy={props.isLoading}
          style={{ width: table.getTotalSize() + END_WIDTH }}
        >
          <colgroup>
            {table.getVisibleLeafColumns().map((column) => (
              <col key={column.id} style={{ width: column.getSize() }} />
            ))}
            <col style={{ width: END_WIDTH }} />
          </colgroup>
          <thead>
            <HeaderRow table={table}>
              <ColumnChooser
                table={table}
                fixed={[SELECT_COLUMN, columnIdOf(props.columns[0])]}
                hidden={fit.hidden.length}
                onReset={() => changeLayout(RESET)}
              />
            </HeaderRow>
          </thead>
          <tbody>
            {above > 0 && <Space height={above} />}
            {count === 0 ? (
              <SkeletonRows count={12} columns={table.getVisibleLeafColumns().length} />
            ) : (
              shown.map((index) => (
                <BodyRow
                  key={index}
                  index={index}
                  row={rowAt(index)}
                  columns={table.getVisibleLeafColumns().length}
                  isCurrent={keys.current === index}
                  isSelected={rowAt(index)?.getIsSelected() ?? false}
                  fit={fit}
                  cells={cells}
                  lines={lines}
                  onOpen={onOpen && openRow}
                  opensOnClick={props.opensOnClick ?? false}
                  onCurrent={makeCurrent}
                />
              ))
            )}
            {beneath > 0 && <Space height={beneath} />}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const RESET = { columnVisibility: {}, columnOrder: [], columnSizing: {} }

type ListTableOptions = {
  readonly layout: TableLayout
  readonly changeLayout: (change: Partial<TableLayout>) => void
  readonly scroller: RefObject<HTMLElement | null>
  readonly areCards: boolean
}

/** Builds the TanStack table over rows or windows of rows. */
function useListTable<Row extends object>(
  props: DataTableProps<Row>,
  { layout, changeLayout, scroller, areCards }: ListTableOptions,
) {
  const { columns, rows, sort, onSort, selected = NO_SELECTION, onSelect } = props
  const windows = useMemo(() => asWindows(rows), [rows])
  const data = useMemo(() => windows.flatMap((part) => part.rows), [windows])
  const isSelectable = onSelect !== undefined
  const cells = useMemo(() => withSelection(columns, isSelectable), [columns, isSelectable])
  const firstColumn = columnIdOf(columns[0])
  const { id: sortId, desc = false } = sort ?? {}
  const fit = useColumnFit(cells, { layout, scroller, isOn: !areCards })
  const sorting = useMemo(() => (sortId === undefined ? UNSORTED : [{ id: sortId, desc }]), [sortId, desc])

  const table = useTable<Features, Row>({
    features,
    columns: cells,
    data: data as Row[],
    getRowId: props.rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    columnResizeMode: 'onChange',
    defaultColumn: { size: USUAL_WIDTH, minSize: COLUMN_WIDTHS.min, maxSize: COLUMN_WIDTHS.max },
    state: {
      sorting,
      rowSelection: selected,
      columnVisibility: fit.visibility,
      columnOrder: layout.columnOrder,
      columnSizing: fit.widths,
      columnPinning: { start: [SELECT_COLUMN, firstColumn], end: [] },
    },
    onSortingChange: (change) => {
      const [next] = applied(change, sorting)
      if (next) onSort?.(next)
    },
    onRowSelectionChange: (change) => onSelect?.(applied(change, selected)),
    onColumnVisibilityChange: (change) =>
      changeLayout({ columnVisibility: withChanges(layout.columnVisibility, change, fit.visibility) }),
    onColumnOrderChange: (change) => changeLayout({ columnOrder: applied(change, layout.columnOrder) }),
    onColumnSizingChange: (change) =>
      changeLayout({ columnSizing: withChanges(layout.columnSizing, change, fit.widths) }),
  })
  const loaded = table.getRowModel().rows

  function rowAt(index: number): TableRow<Features, Row> | undefined {
    let before = 0
    for (const { start, rows: part } of windows) {
      if (index >= start && index < start + part.length) return loaded[before + index - start]
      before += part.length
    }
    return undefined
  }
  return { table, cells, fit, loaded, rowAt }
}

/** Resolves an updater of the library: a new value, or a function of the old one. */
const applied = <Value,>(change: Updater<Value>, before: Value): Value =>
  change instanceof Function ? change(before) : change

type ByColumn<Value> = Readonly<Record<string, Value>>

/** The user's choices with a change of what the table shows, which has choices of its own too. What it drops is reset. */
function withChanges<Value>(chosen: ByColumn<Value>, change: Updater<ByColumn<Value>>, shown: ByColumn<Value>) {
  const next = applied(change, shown)
  const changed = Object.entries(next).filter(([id, value]) => value !== shown[id])
  const kept = Object.entries(chosen).filter(([id]) => id in next || !(id in shown))
  return Object.fromEntries([...kept, ...changed]) as Record<string, Value>
}

function Space({ height }: { height: number }) {
  return (
    <tr aria-hidden className={styles.space} style={{ height }}>
      <td />
    </tr>
  )
}

function asWindows<Row extends object>(
  rows: readonly Row[] | readonly RowWindow<Row>[] | undefined,
): readonly RowWindow<Row>[] {
  const first = rows?.[0]
  if (!rows || !first) return []
  return isWindow(first) ? (rows as readonly RowWindow<Row>[]) : [{ start: 0, rows: rows as readonly Row[] }]
}

function isWindow(part: object): part is RowWindow<object> {
  return 'start' in part && 'rows' in part && Array.isArray(part.rows)
}
