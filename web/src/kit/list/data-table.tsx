import { useMediaQuery } from '@mantine/hooks'
import type { Row as TableRow, RowSelectionState, SortingState, Updater } from '@tanstack/react-table'
import { useTable } from '@tanstack/react-table'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { usePreferences } from '../browser/preferences.ts'
import { NARROW } from '../navigation/use-menu.ts'
import { ColumnChooser } from './columns/column-chooser.tsx'
import { COLUMN_WIDTHS, type Columns, type Features, features } from './features.ts'
import { HeaderRow } from './columns/header-row.tsx'
import { type FittedColumn, useFittedWidths, type Widths } from './columns/use-fitted-widths.ts'
import { type TableLayout, useKeptLayout } from './columns/kept-layout.ts'
import { BodyRow, SkeletonRows } from './rows/rows.tsx'
import { SELECT_COLUMN, withSelection } from './columns/select-column.tsx'
import cards from './cards.module.css'
import styles from './table.module.css'
import { EmptyTable, TableProblem } from './table-states.tsx'
import { useRowKeys } from './rows/use-row-keys.ts'
import { useRowsInView } from './rows/use-rows-in-view.ts'
import { useStable } from '../ui/use-stable.ts'
import type { RowWindow } from './rows/windows.ts'

type DataTableProps<Row extends object> = {
  /** Under which name this user's layout of the table is kept. */
  readonly name: string
  /** What it is a table of, for screen readers. */
  readonly label: string
  /** At module scope. The first column is pinned. */
  readonly columns: Columns<Row>
  /** The rows of the page, or of the windows that are loaded; undefined before the first answer. Keep it stable. */
  readonly rows: readonly Row[] | readonly RowWindow<Row>[] | undefined
  /** How many rows there are to scroll through, where `rows` are windows. */
  readonly windowed?: { readonly total: number; readonly onVisible: (first: number, last: number) => void } | undefined
  readonly rowId: (row: Row) => string
  readonly isLoading: boolean
  readonly error?: unknown
  readonly onRetry: () => void
  readonly sort?: { readonly id: string; readonly desc: boolean } | undefined
  readonly onSort?: (sort: { id: string; desc: boolean }) => void
  readonly selected?: RowSelectionState
  readonly onSelect?: (selected: RowSelectionState) => void
  /** Enter, or a double click. */
  readonly onOpen?: (row: Row) => void
  /** A single click anywhere on a row opens it: of lists whose rows have no link to what they open. */
  readonly opensOnClick?: boolean
  /** Space: a look at the row that leaves the list where it is. */
  readonly onPeek?: (row: Row) => void
  /** What would be here, and how to get it. */
  readonly empty: ReactNode
}

/** From this many rows on, only those in view are in the page. */
const VIRTUAL_FROM = 200
const CHOOSER_WIDTH = 32
const USUAL_WIDTH = 140
/** Of a row as a card, on a phone, at most; the stylesheet has the same. */
const CARD_HEIGHT = 124
const AT_ONCE = { getInitialValueInEffect: false }
const NO_SELECTION: RowSelectionState = {}
const UNSORTED: SortingState = []

/** The table that all lists have. Its parent gives it its height; it scrolls within. */
export function DataTable<Row extends object>(given: DataTableProps<Row>) {
  const { windowed, onSelect, onOpen, onPeek } = given
  const [layout, changeLayout] = useKeptLayout(given.name)
  const { density } = usePreferences()
  const areCards = useMediaQuery(`(max-width: ${NARROW})`, undefined, AT_ONCE)
  const rowHeight = areCards ? CARD_HEIGHT : density === 'dense' ? 32 : 40
  const scroller = useRef<HTMLDivElement>(null)
  const { table, cells, loaded, rowAt } = useListTable(given, { layout, changeLayout, scroller, areCards })
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

  /** Does something to the row at a place, where that is loaded. */
  function onRow(act: ((row: Row) => void) | undefined) {
    if (!act) return undefined
    return (index: number) => {
      const row = rowAt(index)
      if (row) act(row.original)
    }
  }
  const openRow = useStable((row: Row) => onOpen?.(row))
  const makeCurrent = useStable(keys.setCurrent)

  if (given.error && loaded.length === 0) return <TableProblem error={given.error} onRetry={given.onRetry} />
  if (given.rows && !given.isLoading && count === 0) return <EmptyTable>{given.empty}</EmptyTable>

  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  return (
    <div className={`${styles.frame} ${cards.cards}`}>
      {Boolean(given.error) && <TableProblem error={given.error} onRetry={given.onRetry} isInline />}
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
          aria-label={given.label}
          aria-rowcount={count + 1}
          aria-busy={given.isLoading}
          style={{ width: table.getTotalSize() + CHOOSER_WIDTH }}
        >
          <colgroup>
            {table.getVisibleLeafColumns().map((column) => (
              <col key={column.id} style={{ width: column.getSize() }} />
            ))}
            <col style={{ width: CHOOSER_WIDTH }} />
          </colgroup>
          <thead>
            <HeaderRow table={table}>
              <ColumnChooser
                table={table}
                fixed={[SELECT_COLUMN, columnIdOf(given.columns[0])]}
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
                  layout={layout}
                  cells={cells}
                  onOpen={onOpen && openRow}
                  opensOnClick={given.opensOnClick ?? false}
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

type ShownTable = {
  readonly layout: TableLayout
  readonly changeLayout: (change: Partial<TableLayout>) => void
  readonly scroller: RefObject<HTMLElement | null>
  readonly areCards: boolean
}

/** The table of the library, over rows or windows of them. */
function useListTable<Row extends object>(
  given: DataTableProps<Row>,
  { layout, changeLayout, scroller, areCards }: ShownTable,
) {
  const { columns, rows, sort, onSort, selected = NO_SELECTION, onSelect } = given
  const windows = useMemo(() => asWindows(rows), [rows])
  const data = useMemo(() => windows.flatMap((part) => part.rows), [windows])
  const isSelectable = onSelect !== undefined
  const cells = useMemo(() => withSelection(columns, isSelectable), [columns, isSelectable])
  const firstColumn = columnIdOf(columns[0])
  const { id: sortId, desc = false } = sort ?? {}
  const fitted = useFittedWidths(scroller, fittedColumns(cells, layout), { rows: data, isOn: !areCards })
  const columnSizing = { ...fitted, ...layout.columnSizing }
  const sorting = useMemo(() => (sortId === undefined ? UNSORTED : [{ id: sortId, desc }]), [sortId, desc])

  const table = useTable<Features, Row>({
    features,
    columns: cells,
    data: data as Row[],
    getRowId: given.rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    columnResizeMode: 'onChange',
    defaultColumn: { size: USUAL_WIDTH, minSize: COLUMN_WIDTHS.min, maxSize: COLUMN_WIDTHS.max },
    state: {
      sorting,
      rowSelection: selected,
      columnVisibility: layout.columnVisibility,
      columnOrder: layout.columnOrder,
      columnSizing,
      columnPinning: { start: [SELECT_COLUMN, firstColumn], end: [] },
    },
    onSortingChange: (change) => {
      const [next] = applied(change, sorting)
      if (next) onSort?.(next)
    },
    onRowSelectionChange: (change) => onSelect?.(applied(change, selected)),
    onColumnVisibilityChange: (change) => changeLayout({ columnVisibility: applied(change, layout.columnVisibility) }),
    onColumnOrderChange: (change) => changeLayout({ columnOrder: applied(change, layout.columnOrder) }),
    onColumnSizingChange: (change) =>
      changeLayout({ columnSizing: chosenWidths(applied(change, columnSizing), fitted) }),
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
  return { table, cells, loaded, rowAt }
}

/** What the library wants changed: the value itself, or what makes it of the one before. */
const applied = <Value,>(change: Updater<Value>, before: Value): Value =>
  change instanceof Function ? change(before) : change

/** The columns that are shown; those whose width the user gave stay as they are. */
const fittedColumns = <Row extends object>(cells: Columns<Row>, layout: TableLayout): FittedColumn[] =>
  cells.flatMap((column) => {
    const id = columnIdOf(column)
    if (layout.columnVisibility[id] === false) return []
    const kept = layout.columnSizing[id]
    return [{ id, size: kept ?? column.size ?? USUAL_WIDTH, isFixed: kept !== undefined || id === SELECT_COLUMN }]
  })

/** The widths that the user gave: those that the table fitted by itself are not kept. */
const chosenWidths = (widths: Widths, fitted: Widths): Widths =>
  Object.fromEntries(Object.entries(widths).filter(([id, width]) => width !== fitted[id]))

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

function columnIdOf(column: object | undefined): string {
  if (!column) return ''
  if ('id' in column && typeof column.id === 'string') return column.id
  return 'accessorKey' in column ? String(column.accessorKey) : ''
}
