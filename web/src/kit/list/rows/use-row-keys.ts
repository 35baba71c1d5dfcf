import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useKeys } from '../../keys/keys.ts'

type Given = {
  readonly count: number
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Brings a row that is not in the page into view. */
  readonly show: (index: number) => unknown
  readonly select: (index: number) => unknown
  readonly open: (index: number) => unknown
  /** Undefined where rows cannot be peeked at. */
  readonly peek: ((index: number) => unknown) | undefined
}

/** Moves through the rows: j and k (and the arrows, within the table), x selects, Enter opens, Space peeks. */
export function useRowKeys({ count, rowHeight, scroller, show, select, open, peek }: Given) {
  const { at, drawn, setCurrent, move } = useCurrentRow(count, scroller, show)
  const next = () => move(at.current === undefined ? 0 : at.current + 1)
  const before = () => move(at.current === undefined ? 0 : at.current - 1)

  useKeys({
    j: next,
    k: before,
    x: () => at.current !== undefined && select(at.current),
  })

  // Where nothing of the screen has the focus, the arrows and Enter are for its list.
  usePageKeys((key) => {
    if (count === 0) return false
    if (key === 'ArrowDown') next()
    else if (key === 'ArrowUp') before()
    else if (key === 'Enter' && at.current !== undefined) open(at.current)
    else return false
    return true
  })

  function onKeyDown(event: KeyboardEvent) {
    // Keys pressed in a button or a field of the row are its own.
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

  // A shorter list may have come since.
  const current = drawn === undefined || count === 0 ? undefined : Math.min(drawn, count - 1)
  return { current, setCurrent, container: { onKeyDown } }
}

/** The row that the keys are on, which gets the focus, if need be once it is drawn. */
function useCurrentRow(count: number, scroller: Given['scroller'], show: Given['show']) {
  const [drawn, setDrawn] = useState<number>()
  // Keys come faster than rows are drawn.
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
    // A row that has yet to be drawn, or fetched: until then the table has the focus, and the keys.
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

/** Hears keys that nothing of the screen has the focus for; `onKey` tells whether it took one. */
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
