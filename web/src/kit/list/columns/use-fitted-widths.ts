import { type RefObject, useLayoutEffect, useState } from 'react'
import styles from './fitted.module.css'
import { COLUMN_WIDTHS } from '../features.ts'

/** Column widths by column id, in pixels. */
export type Widths = Readonly<Record<string, number>>
/** A column with its declared width. `isFixed`: the width must not change. */
export type FittedColumn = { readonly id: string; readonly size: number; readonly isFixed: boolean }

/** Longer texts are cut off; hovering shows them in full. */
const MAX_FITTED = 300
/** Width of the column chooser. */
const END_WIDTH = 32
const NOTHING_FITTED: Widths = {}

/**
 * Fits column widths to their contents. A column that needs less than its declared width gives the rest away; those
 * that need more take it, from left to right. Widths only grow while the list is open, so that nothing jumps between
 * pages.
 *
 * @param needed the width of each column’s content, in pixels
 * @param room the width of the container, in pixels
 * @param before the widths fitted so far
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

/** Fits the columns to the rendered rows, before the browser paints them. */
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

/** Measures the width of each column without cutting; undefined if no row is rendered. */
function neededWidths(table: HTMLTableElement, columns: readonly FittedColumn[]): Widths | undefined {
  const row = table.querySelector('tbody tr[data-index]')
  if (!row) return undefined
  const usual = new Map(columns.map(({ id, size }) => [id, size]))
  table.classList.add(styles.measured ?? '')
  const needed: Record<string, number> = {}
  for (const cell of row.querySelectorAll<HTMLElement>('td[data-column]')) {
    const id = cell.dataset['column'] ?? ''
    // Round up: text can need a fraction of a pixel. A bar fills any width, and an empty cell does not tell what
    // others need.
    const width = Math.ceil(cell.getBoundingClientRect().width) + 1
    needed[id] = Math.max(width, cell.textContent === '' ? (usual.get(id) ?? 0) : 0)
  }
  table.classList.remove(styles.measured ?? '')
  return row.clientWidth > 0 ? needed : undefined
}
