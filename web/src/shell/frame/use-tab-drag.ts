import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import type { Tab } from '../../kit/tabs/tabs.ts'

/** A press that goes no further is a click. */
const STARTS_PX = 6

type Dragged = { readonly tab: Tab; readonly fromX: number; isMoving: boolean }

/**
 * Dragging a tab of the bar along it by mouse or pen: it changes places with each neighbour whose middle it passes. A finger
 * scrolls the bar instead: it has the tab's menu. The click that ends a drag opens nothing. Escape leaves the tab where it is.
 */
export function useTabDrag(
  elementOf: (id: string) => Element | null,
  shown: readonly Tab[],
  put: (tab: Tab, onto: Tab) => void,
) {
  const dragged = useRef<Dragged>(undefined)
  const [draggedId, setDraggedId] = useState<string>()
  const latest = useRef({ elementOf, shown, put })
  useEffect(() => {
    latest.current = { elementOf, shown, put }
  })

  useEffect(() => {
    function onMove({ clientX, buttons }: PointerEvent) {
      const now = dragged.current
      if (!now) return
      if (buttons === 0) return end()
      if (!now.isMoving && Math.abs(clientX - now.fromX) < STARTS_PX) return
      now.isMoving = true
      setDraggedId(now.tab.id)
      const { elementOf: find, shown: tabs, put: putOnto } = latest.current
      const onto = tabs.find(({ id }) => id !== now.tab.id && isPassed(find(now.tab.id), find(id), clientX))
      if (onto) putOnto(now.tab, onto)
    }
    function end() {
      if (dragged.current?.isMoving) window.addEventListener('click', swallow, { capture: true, once: true })
      // A drag that ends beside its tab makes no click.
      setTimeout(() => window.removeEventListener('click', swallow, true))
      dragged.current = undefined
      setDraggedId(undefined)
    }
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    return () => {
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
  }, [])

  function onPointerDown(event: ReactPointerEvent, tab: Tab) {
    if (event.button === 0 && event.pointerType !== 'touch')
      dragged.current = { tab, fromX: event.clientX, isMoving: false }
  }
  return { draggedId, onPointerDown }
}

function swallow(event: Event) {
  event.stopPropagation()
  event.preventDefault()
}

/** Whether the pointer has passed the middle of a neighbour, coming from the tab that it drags. */
function isPassed(own: Element | null, other: Element | null, x: number): boolean {
  if (!own || !other) return false
  const [from, to] = [own.getBoundingClientRect(), other.getBoundingClientRect()]
  const middle = to.left + to.width / 2
  return from.left < to.left ? x > middle && x > from.right : x < middle && x < from.left
}
