import { type RefObject, useLayoutEffect, useState } from 'react'
import styles from './fitted.module.css'
import { COLUMN_WIDTHS } from '../features.ts'

/** Widths of columns by their ids, in pixels. */
export type Widths = Readonly<Record<string, number>>
/** A column as it is declared: its usual width, and whether that may be changed. */
export type FittedColumn = { readonly id: string; readonly size: number; readonly isFixed: boolean }

/** Longer texts are cut, and shown whole when pointed at. */
const MAX_FITTED = 300
/** Where the column chooser stands. */
const END_WIDTH = 32
const NOTHING_FITTED: Widths = {}

/**
 * How wide columns are for what stands in them, so that none is cut while another stands half empty. A column that needs
 * less than its usual width gives the rest away; those that need more take it, from the left.
 * Widths only grow while the list is open: nothing jumps to and fro from page to page.
 */
export function fittedWidths(columns: readonly FittedColumn[], needed: Widths, room: number, before: Widths): Widths {
  const atLeast = ({ id, size, isFixed }: FittedColumn) => {
    const need = needed[id]
    if (isFixed || need === undefined) return size
    return Math.max(COLUMN_WIDTHS.min, before[id] ?? 0, Math.min(size, need))
  }
  const usual = columns.reduce((sum, { size }) => sum + size, 0)
  let spare = Math.max(room, usual) - columns.reduce((sum, column) => sum + atLeast(column), 0)
  const fitted: Record<string, number> = {}
  for (const column of columns) {
    if (column.isFixed) continue
    const least = atLeast(column)
    const more = Math.min(Math.max(0, spare), Math.max(0, Math.min(needed[column.id] ?? 0, MAX_FITTED) - least))
    spare -= more
    fitted[column.id] = least + more
  }
  return fitted
}

/** Fits the columns of the table in `scroller` to the rows that are drawn, before they are seen. */
export function useFittedWidths(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly FittedColumn[],
  { rows, isOn }: { rows: unknown; isOn: boolean },
): Widths {
  const [widths, setWidths] = useState(NOTHING_FITTED)
  const shown = columns.map(({ id }) => id).join()
  useLayoutEffect(() => {
    const table = scroller.current?.querySelector('table')
    if (!isOn || !table) return
    const room = (scroller.current?.clientWidth ?? 0) - END_WIDTH
    const needed = neededWidths(table, columns)
    if (needed)
      setWidths((before) => {
        const fitted = fittedWidths(columns, needed, room, before)
        return columns.every(({ id }) => fitted[id] === before[id]) ? before : fitted
      })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the columns are made again with each drawing
  }, [rows, shown, isOn, scroller])
  return widths
}

/** How wide the browser would make each column if nothing were cut; undefined where nothing is laid out. */
function neededWidths(table: HTMLTableElement, columns: readonly FittedColumn[]): Widths | undefined {
  const row = table.querySelector('tbody tr[data-index]')
  if (!row) return undefined
  const usual = new Map(columns.map(({ id, size }) => [id, size]))
  table.classList.add(styles.measured ?? '')
  const needed: Record<string, number> = {}
  for (const cell of row.querySelectorAll<HTMLElement>('td[data-column]')) {
    const id = cell.dataset['column'] ?? ''
    // Text needs parts of a pixel. A bar fills whatever width it is given, and an empty cell says nothing of the others.
    const width = Math.ceil(cell.getBoundingClientRect().width) + 1
    needed[id] = Math.max(width, cell.textContent === '' ? (usual.get(id) ?? 0) : 0)
  }
  table.classList.remove(styles.measured ?? '')
  return row.clientWidth > 0 ? needed : undefined
}
