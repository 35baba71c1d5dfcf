import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { MenuRow } from './menu-rows.ts'

type TreegridKeysOptions = {
  readonly rows: readonly MenuRow[]
  /** Number of focusable columns. */
  readonly columns: number
  readonly body: RefObject<HTMLElement | null>
  /** Undefined while a search keeps all groups open. */
  readonly setOpen: ((row: MenuRow, isOpen: boolean) => void) | undefined
  readonly toggle: (row: MenuRow, column: number) => void
}

/** Props that make a row (column -1) or one of its boxes focusable. */
export type CellPlace = {
  readonly tabIndex: 0 | -1
  readonly 'data-cell': string
  readonly onFocus: (event: FocusEvent) => void
}

/**
 * Keyboard control of a treegrid (ARIA Authoring Practices): Up and Down move by rows, Right opens a group and then
 * enters its boxes, Left goes back and then closes, Home and End go to the ends, Space toggles; on a row, Enter opens
 * and closes. Tab reaches one element of the tree at a time.
 */
export function useTreegridKeys({ rows, columns, body, setOpen, toggle }: TreegridKeysOptions) {
  const { current, line, go, at } = useCurrentCell(rows, body)

  function right(row: MenuRow) {
    if (current.column >= 0) return go(line, Math.min(columns - 1, current.column + 1))
    if (row.isGroup && !row.isOpen && setOpen) return setOpen(row, true)
    go(line, 0)
  }
  function left(row: MenuRow) {
    if (current.column >= 0) return go(line, current.column - 1)
    if (row.isGroup && row.isOpen && setOpen) return setOpen(row, false)
    const parent = rows.findIndex(({ id }) => id === row.parent)
    if (parent >= 0) go(parent, -1)
  }

  function onKeyDown(event: KeyboardEvent) {
    // Leave keys typed into a field of an entry alone.
    const isOwn = event.target instanceof HTMLElement && event.target.dataset['cell'] !== undefined
    const row = rows[line]
    if (!isOwn || !row || event.altKey || event.metaKey) return
    const action = {
      ArrowDown: () => go(line + 1, current.column),
      ArrowUp: () => go(line - 1, current.column),
      ArrowRight: () => right(row),
      ArrowLeft: () => left(row),
      PageDown: () => go(line + 10, current.column),
      PageUp: () => go(line - 10, current.column),
      Home: () => (event.ctrlKey || current.column < 0 ? go(0, current.column) : go(line, 0)),
      End: () => (event.ctrlKey || current.column < 0 ? go(rows.length - 1, current.column) : go(line, columns - 1)),
      Enter: () => (current.column >= 0 ? toggle(row, current.column) : row.isGroup && setOpen?.(row, !row.isOpen)),
      ' ': () => toggle(row, Math.max(0, current.column)),
    }[event.key]
    if (!action || (event.ctrlKey && !['Home', 'End'].includes(event.key))) return
    event.preventDefault()
    action()
  }

  return {
    grid: { onKeyDown },
    /** Moves to the first row. */
    enter: () => go(0, -1),
    at,
  }
}

const cellKey = (row: MenuRow | undefined, column: number) => `${row?.id ?? ''} ${column}`

/** The one row or box that Tab reaches, and how to move it. */
function useCurrentCell(rows: readonly MenuRow[], body: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState({ id: rows[0]?.id ?? '', column: -1 })
  const wanted = useRef(false)
  const found = rows.findIndex(({ id }) => id === current.id)
  const line = Math.max(0, found)
  const here = cellKey(rows[line], current.column)

  useLayoutEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    body.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(here)}"]`)?.focus()
  })
  function go(to: number, column: number) {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!row) return
    wanted.current = true
    setCurrent({ id: row.id, column })
  }
  function at(index: number, column: number): CellPlace {
    const own = cellKey(rows[index], column)
    return {
      tabIndex: own === here ? 0 : -1,
      'data-cell': own,
      onFocus(event) {
        // Focus events of its boxes bubble to the row.
        if (event.target === event.currentTarget) setCurrent({ id: rows[index]?.id ?? '', column })
      },
    }
  }
  return { current, line, go, at }
}
