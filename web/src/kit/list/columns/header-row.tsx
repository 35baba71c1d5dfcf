import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type Column, flexRender, type Header, type ReactTable } from '@tanstack/react-table'
import type { KeyboardEvent, ReactNode } from 'react'
import { COLUMN_WIDTHS, type Features } from '../features.ts'
import { columnName } from './column-name.ts'
import { pinStyle } from './pin-style.ts'
import styles from '../table.module.css'

/** Pixels by which a key or a click resizes a column. */
export const WIDTH_STEP = 16

/** Makes a column wider, or narrower. */
export function resizeBy<Row extends object>(
  table: ReactTable<Features, Row>,
  column: Column<Features, Row, unknown>,
  by: number,
): void {
  table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: column.getSize() + by }))
}

/** The header row. A click sorts; dragging the edge or the arrow keys resize. */
export function HeaderRow<Row extends object>({
  table,
  children,
}: {
  table: ReactTable<Features, Row>
  /** The column chooser at the right end. */
  children: ReactNode
}) {
  return (
    <tr aria-rowindex={1}>
      {table.getFlatHeaders().map((header) => (
        <HeaderCell key={header.id} header={header} table={table} />
      ))}
      <th scope="col" className={styles.end}>
        {children}
      </th>
    </tr>
  )
}

function HeaderCell<Row extends object>({
  header,
  table,
}: {
  header: Header<Features, Row, unknown>
  table: ReactTable<Features, Row>
}) {
  const { column } = header
  const sorted = column.getIsSorted()
  const name = flexRender(column.columnDef.header, header.getContext())

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -WIDTH_STEP, ArrowRight: WIDTH_STEP }[event.key]
    if (step === undefined) return
    event.preventDefault()
    resizeBy(table, column, step)
  }

  return (
    <th
      scope="col"
      className={styles.head}
      data-align={column.columnDef.meta?.align}
      data-pinned={column.getIsPinned() || undefined}
      style={pinStyle(column)}
      aria-label={columnName(column)}
      aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      {column.getCanSort() ? (
        <button type="button" className={styles.sort} onClick={column.getToggleSortingHandler()}>
          <span>{name}</span>
          {sorted === 'desc' && <IconArrowDown size={13} aria-hidden />}
          {sorted === 'asc' && <IconArrowUp size={13} aria-hidden />}
        </button>
      ) : (
        <span className={styles.plain}>
          <span>{name}</span>
        </span>
      )}
      {column.getCanResize() && (
        <div
          className={styles.resize}
          role="separator"
          aria-orientation="vertical"
          aria-label={`Width of ${columnName(column)}`}
          aria-valuenow={column.getSize()}
          aria-valuemin={COLUMN_WIDTHS.min}
          aria-valuemax={COLUMN_WIDTHS.max}
          tabIndex={0}
          onMouseDown={header.getResizeHandler()}
          onTouchStart={header.getResizeHandler()}
          onDoubleClick={() => column.resetSize()}
          onKeyDown={onKeyDown}
        />
      )}
    </th>
  )
}
