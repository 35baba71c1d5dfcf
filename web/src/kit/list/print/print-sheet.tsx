import { flexRender, useTable } from '@tanstack/react-table'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { PrintedAt } from '../../print/printed-at.tsx'
import { columnName } from '../columns/column-name.ts'
import { columnFit, hasValue } from '../columns/use-column-fit.ts'
import type { TableLayout } from '../columns/table-layout.ts'
import { columnIdOf, type Columns, type Features, features } from '../features.ts'
import styles from './print-sheet.module.css'

/** An A4 page on its side has room for 1,030 px; columns are measured at 13 px of type, and printed at 11. */
const PAPER_WIDTH = Math.floor((1030 * 13) / 11)

type PrintSheetProps<Row extends object> = {
  readonly title: string
  /** What narrows the list, in words. */
  readonly words: readonly string[]
  readonly columns: Columns<Row>
  readonly layout: TableLayout
  readonly rows: readonly Row[]
  readonly onDone: () => void
}

/**
 * The rows of a list on paper, in the columns that fit it. It is printed once, and hidden on the screen. All rows are
 * here, whatever the list has rendered.
 */
export function PrintSheet<Row extends object>({ title, words, onDone, ...list }: PrintSheetProps<Row>) {
  useEffect(() => {
    const timer = setTimeout(() => window.print())
    window.addEventListener('afterprint', onDone)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('afterprint', onDone)
    }
  }, [onDone])
  return createPortal(
    <div className={styles.sheet} data-print-sheet>
      <h1>{title}</h1>
      <PrintedAt words={words} />
      <PrintTable {...list} label={title} />
    </div>,
    document.body,
  )
}

type PrintTableProps<Row extends object> = Pick<PrintSheetProps<Row>, 'columns' | 'layout' | 'rows'>

function PrintTable<Row extends object>({ columns, layout, rows, label }: PrintTableProps<Row> & { label: string }) {
  // Columns without a value have buttons.
  const [printed] = useState(() => columns.filter(hasValue))
  const fit = columnFit(printed, layout, PAPER_WIDTH)
  const table = useTable<Features, Row>({
    features,
    columns: printed,
    data: rows as Row[],
    manualSorting: true,
    state: {
      columnVisibility: fit.visibility,
      columnOrder: layout.columnOrder,
      columnPinning: { start: [columnIdOf(printed[0])], end: [] },
    },
  })
  return (
    <table className={styles.table} aria-label={label}>
      <colgroup>
        {table.getVisibleLeafColumns().map(({ id }) => (
          <col key={id} style={{ width: fit.widths[id] }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {table.getVisibleLeafColumns().map((column) => (
            <th key={column.id} scope="col" data-align={column.columnDef.meta?.align}>
              {columnName(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getVisibleCells().map((cell) => (
              <td key={cell.id} data-align={cell.column.columnDef.meta?.align}>
                {flexRender(cell.column.columnDef.cell, cell.getContext())}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
