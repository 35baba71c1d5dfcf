import { flexRender, type Row as TableRow } from '@tanstack/react-table'
import { memo } from 'react'
import type { Columns, Features } from '../features.ts'
import type { CardLine } from '../columns/card-lines.ts'
import type { ColumnFit } from '../columns/fit-columns.ts'
import { columnName } from '../columns/column-name.ts'
import { pinStyle } from '../columns/pin-style.ts'
import styles from '../table.module.css'

type RowProps<Row extends object> = {
  readonly index: number
  /** Undefined while it is loading. */
  readonly row: TableRow<Features, Row> | undefined
  readonly columns: number
  readonly isCurrent: boolean
  readonly isSelected: boolean
  /** Not used, but a change of these two must render the row again: `fit` changes with the order of columns too. */
  readonly fit: ColumnFit
  readonly cells: Columns<Row>
  /** The line of each column in a card on a phone. */
  readonly lines: ReadonlyMap<string, CardLine>
  readonly onOpen: ((row: Row) => void) | undefined
  /** A single click opens the row. */
  readonly opensOnClick: boolean
  readonly onCurrent: (index: number) => void
}

function Row<Data extends object>(props: RowProps<Data>) {
  const { index, row, columns, isCurrent, isSelected, lines, onOpen, opensOnClick, onCurrent } = props
  if (!row) return <LoadingRow columns={columns} rowIndex={index} />
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      data-opens={onOpen ? true : undefined}
      style={onOpen && opensOnClick ? { cursor: 'pointer' } : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => onCurrent(index)}
      onClick={({ target }) => opensOnClick && !isOnControl(target) && onOpen?.(row.original)}
      onDoubleClick={() => !opensOnClick && onOpen?.(row.original)}
    >
      {row.getVisibleCells().map((cell) => (
        <td
          key={cell.id}
          className={styles.cell}
          data-column={cell.column.id}
          data-name={columnName(cell.column)}
          data-card={lines.get(cell.column.id)}
          data-align={cell.column.columnDef.meta?.align}
          data-pinned={cell.column.getIsPinned() || undefined}
          style={pinStyle(cell.column)}
        >
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
        </td>
      ))}
      <td className={styles.endCell} />
    </tr>
  )
}

/** Whether a click hit a control in the row, or ended a text selection. */
const isOnControl = (target: EventTarget) =>
  (target instanceof Element && target.closest('a, button, input, label') !== null) ||
  window.getSelection()?.isCollapsed === false

/**
 * A table row, rendered again only if its data changes. When windows of a long list load or unload, the table makes
 * new row objects of the same data: rows that are already shown stay as they are.
 */
export const BodyRow = memo(
  Row,
  ({ row: before, ...was }, { row: after, ...is }) =>
    before?.original === after?.original &&
    before?.id === after?.id &&
    (Object.keys(is) as (keyof typeof is)[]).every((name) => was[name] === is[name]),
) as typeof Row

/**
 * Placeholder for a row that is not loaded yet. It has a single cell because scrolling renders a whole view of them.
 */
function LoadingRow({ columns, rowIndex }: { columns: number; rowIndex: number }) {
  return (
    <tr className={styles.row} aria-rowindex={rowIndex + 2} aria-hidden>
      <td className={styles.cell} colSpan={columns + 1}>
        <span className={styles.awaited} />
      </td>
    </tr>
  )
}

/** Placeholders for rows before the first answer. */
export function SkeletonRows({ count, columns }: { count: number; columns: number }) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} className={styles.row} aria-rowindex={index + 2} aria-hidden>
      {Array.from({ length: columns }, (_each, column) => (
        <td key={column} className={styles.cell}>
          <span className={styles.skeleton} />
        </td>
      ))}
      <td className={styles.endCell} />
    </tr>
  ))
}
