import { flexRender, type Row as TableRow } from '@tanstack/react-table'
import { memo } from 'react'
import type { Columns, Features } from '../features.ts'
import type { TableLayout } from '../columns/kept-layout.ts'
import { columnName } from '../columns/header-row.tsx'
import { pinStyle } from '../columns/pin-style.ts'
import styles from '../table.module.css'

type RowProps<Row extends object> = {
  readonly index: number
  /** Undefined while it is being fetched. */
  readonly row: TableRow<Features, Row> | undefined
  readonly columns: number
  readonly isCurrent: boolean
  readonly isSelected: boolean
  /** These two only so that the row is drawn again when they change. */
  readonly layout: TableLayout
  readonly cells: Columns<Row>
  readonly onOpen: ((row: Row) => void) | undefined
  /** A single click opens it as well. */
  readonly opensOnClick: boolean
  readonly onCurrent: (index: number) => void
}

function Row<Data extends object>(given: RowProps<Data>) {
  const { index, row, columns, isCurrent, isSelected, onOpen, opensOnClick, onCurrent } = given
  if (!row) return <AwaitedRow columns={columns} rowIndex={index} />
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
      onClick={({ target }) => opensOnClick && !isForItself(target) && onOpen?.(row.original)}
      onDoubleClick={() => !opensOnClick && onOpen?.(row.original)}
    >
      {row.getVisibleCells().map((cell) => (
        <td
          key={cell.id}
          className={styles.cell}
          data-column={cell.column.id}
          data-name={columnName(cell.column)}
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

/** Whether a click was on something that does what it says itself, or ended the selection of a text. */
const isForItself = (target: EventTarget) =>
  (target instanceof Element && target.closest('a, button, input, label') !== null) ||
  window.getSelection()?.isCollapsed === false

/**
 * A row; drawn again only when something of it has changed. When another part of a long list comes or goes the table makes
 * all its rows again, of the same data: those that stand there already are as they were.
 */
export const BodyRow = memo(
  Row,
  ({ row: before, ...was }, { row: after, ...is }) =>
    before?.original === after?.original &&
    before?.id === after?.id &&
    (Object.keys(is) as (keyof typeof is)[]).every((name) => was[name] === is[name]),
) as typeof Row

/** A row that is scrolled to before it is there: one cell, for a whole view of them is drawn before they are asked for. */
function AwaitedRow({ columns, rowIndex }: { columns: number; rowIndex: number }) {
  return (
    <tr className={styles.row} aria-rowindex={rowIndex + 2} aria-hidden>
      <td className={styles.cell} colSpan={columns + 1}>
        <span className={styles.awaited} />
      </td>
    </tr>
  )
}

/** Rows that stand where the first answer will. */
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
