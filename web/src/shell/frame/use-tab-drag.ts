import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import type { Tab } from '../../kit/tabs/tabs.ts'

/** A press that moves less is a click. */
const DRAG_THRESHOLD_PX = 6

type DraggedTab = { readonly tab: Tab; readonly fromX: number; readonly place: number; isMoving: boolean }
type TabDragOptions = {
  readonly elementOf: (id: string) => Element | null
  readonly shown: readonly Tab[]
  readonly put: (tab: Tab, onto: Tab) => void
  /** The tab's index among all open tabs. */
  readonly placeOf: (tab: Tab) => number
  readonly putBack: (tab: Tab, place: number) => void
}

/**
 * Lets the user drag a tab along the bar with a mouse or pen: it changes places with each neighbour whose middle it passes. A
 * finger scrolls the bar instead; the tab's menu can move it. The click that ends a drag is ignored. Escape undoes the drag.
 */
export function useTabDrag(options: TabDragOptions) {
  const dragged = useRef<DraggedTab>(undefined)
  const [draggedId, setDraggedId] = useState<string>()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    function onMove({ clientX, buttons }: PointerEvent) {
      const now = dragged.current
      if (!now) return
      if (buttons === 0) return end()
      if (!now.isMoving && Math.abs(clientX - now.fromX) < DRAG_THRESHOLD_PX) return
      now.isMoving = true
      setDraggedId(now.tab.id)
      const { elementOf: find, shown: tabs, put: putOnto } = latest.current
      const onto = tabs.find(({ id }) => id !== now.tab.id && isPassed(find(now.tab.id), find(id), clientX))
      if (onto) putOnto(now.tab, onto)
    }
    function end() {
      if (dragged.current?.isMoving) swallowClick()
      dragged.current = undefined
      setDraggedId(undefined)
    }
    function onKeyDown(event: KeyboardEvent) {
      const now = dragged.current
      if (event.key !== 'Escape' || !now?.isMoving) return
      event.preventDefault()
      latest.current.putBack(now.tab, now.place)
      dragged.current = undefined
      setDraggedId(undefined)
      // The button is still down, so its click is yet to come.
      window.addEventListener('pointerup', swallowClick, { once: true })
    }
    window.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
  }, [])

  function onPointerDown(event: ReactPointerEvent, tab: Tab) {
    if (event.button === 0 && event.pointerType !== 'touch')
      dragged.current = { tab, fromX: event.clientX, place: options.placeOf(tab), isMoving: false }
  }
  return { draggedId, onPointerDown }
}

/** Ignores the next click, if it comes at once: a drag that ends beside its tab causes none. */
function swallowClick() {
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, true))
}

function swallow(event: Event) {
  event.stopPropagation()
  event.preventDefault()
}

/** Whether the pointer, dragging its own tab, has passed the middle of another. */
function isPassed(own: Element | null, other: Element | null, x: number): boolean {
  if (!own || !other) return false
  const [from, to] = [own.getBoundingClientRect(), other.getBoundingClientRect()]
  const middle = to.left + to.width / 2
  return from.left < to.left ? x > middle && x > from.right : x < middle && x < from.left
}
