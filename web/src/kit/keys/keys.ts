import { useEffect, useRef } from 'react'
import { currentPreferences } from '../browser/preferences.ts'

/** What keys do while a component is there: 'j', '?', 'Enter', 'g h' (one after the other). */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>

const SEQUENCE_MS = 1500
const layers: { current: KeyMap }[] = []
let first: { key: string; at: number } | undefined

/** Whether the keys go into a field, a menu or a dialog, which have meanings of their own for them. */
function isTakenElsewhere(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body
  return (
    target.closest('input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]') !== null ||
    document.querySelector('[aria-modal="true"]') !== null
  )
}

function onKeyDown(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (!currentPreferences().letterKeys || isTakenElsewhere(event)) return
  const now = performance.now()
  const sequence = first && now - first.at < SEQUENCE_MS ? `${first.key} ${event.key}` : undefined
  first = undefined
  for (const wanted of sequence ? [sequence, event.key] : [event.key]) {
    // The component that came last goes first: a table within a screen within the frame.
    const action = layers.findLast(({ current }) => wanted in current)?.current[wanted]
    if (!action) continue
    event.preventDefault()
    action(event)
    return
  }
  const begins = layers.some(({ current }) => Object.keys(current).some((wanted) => wanted.startsWith(`${event.key} `)))
  if (begins) first = { key: event.key, at: now }
}

/** Single-letter keys, for as long as the component is there; the user may have switched them off. */
export function useKeys(map: KeyMap): void {
  const layer = useRef(map)
  useEffect(() => {
    layer.current = map
  })
  useEffect(() => {
    if (layers.length === 0) window.addEventListener('keydown', onKeyDown)
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
