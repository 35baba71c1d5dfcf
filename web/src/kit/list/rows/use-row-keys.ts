import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useKeys } from '../../keys/keys.ts'

type RowKeysOptions = {
  readonly count: number
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Scrolls to a row that may not be rendered. */
  readonly show: (index: number) => unknown
  readonly select: (index: number) => unknown
  readonly open: (index: number) => unknown
  /** Undefined if the list has no peek drawer. */
  readonly peek: ((index: number) => unknown) | undefined
}

/** Keyboard navigation: j, k and the arrows move, x selects, Enter opens, Space peeks. */
export function useRowKeys({ count, rowHeight, scroller, show, select, open, peek }: RowKeysOptions) {
  const { at, drawn, setCurrent, move } = useCurrentRow(count, scroller, show)
  const next = () => move(at.current === undefined ? 0 : at.current + 1)
  const before = () => move(at.current === undefined ? 0 : at.current - 1)

  useKeys({
    j: next,
    k: before,
    x: () => at.current !== undefined && select(at.current),
  })

  // If nothing on the screen has the focus, the arrows and Enter act on the list.
  usePageKeys((key) => {
    if (count === 0) return false
    if (key === 'ArrowDown') next()
    else if (key === 'ArrowUp') before()
    else if (key === 'Enter' && at.current !== undefined) open(at.current)
    else return false
    return true
  })

  function onKeyDown(event: KeyboardEvent) {
    // Buttons and fields in a row handle their own keys.
    const isTable = event.target === scroller.current
    if (!isTable && !(event.target instanceof HTMLTableRowElement)) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const from = at.current ?? 0
    const action = {
      ArrowDown: next,
      ArrowUp: before,
      PageDown: () => move(from + page),
      PageUp: () => move(from - page),
      Home: () => move(0),
      End: () => move(count - 1),
      Enter: () => open(from),
      ...(peek && { ' ': () => peek(from) }),
    }[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  // The list may have become shorter.
  const current = drawn === undefined || count === 0 ? undefined : Math.min(drawn, count - 1)
  return { current, setCurrent, container: { onKeyDown } }
}

/** The current row. It gets the focus, after it is rendered if necessary. */
function useCurrentRow(count: number, scroller: RowKeysOptions['scroller'], show: RowKeysOptions['show']) {
  const [drawn, setDrawn] = useState<number>()
  // A ref, because keys can be faster than rendering.
  const at = useRef<number>(undefined)
  const awaited = useRef<number>(undefined)
  function setCurrent(index: number | undefined) {
    at.current = index
    setDrawn(index)
  }

  function rowElement(index: number): HTMLElement | null {
    return scroller.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`) ?? null
  }
  function move(to: number) {
    if (count === 0) return
    const next = Math.max(0, Math.min(count - 1, to))
    setCurrent(next)
    show(next)
    const row = rowElement(next)
    awaited.current = row ? undefined : next
    // Until the row is rendered, the table has the focus and receives the keys.
    ;(row ?? scroller.current)?.focus({ preventScroll: row === null })
  }
  useEffect(() => {
    if (awaited.current === undefined) return
    const row = rowElement(awaited.current)
    if (!row) return
    awaited.current = undefined
    if (document.activeElement === scroller.current) row.focus()
  })
  return { at, drawn, setCurrent, move }
}

/** Listens for keys while no control has the focus. `onKey` returns whether it handled the key. */
function usePageKeys(onKey: (key: string) => boolean) {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    function onPageKey(event: globalThis.KeyboardEvent) {
      const { target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (target !== document.body && !(target instanceof Element && target.matches('[role="tabpanel"]'))) return
      if (document.querySelector('[aria-modal="true"]')) return
      if (latest.current(event.key)) event.preventDefault()
    }
    window.addEventListener('keydown', onPageKey)
    return () => window.removeEventListener('keydown', onPageKey)
  }, [])
}
