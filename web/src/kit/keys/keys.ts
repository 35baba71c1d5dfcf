import { useEffect, useRef } from 'react'
import { currentPreferences } from '../browser/preferences.ts'

/** Keys and their actions while a component is mounted: 'j', '?', 'Enter', 'g h' (one after the other). */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>

const SEQUENCE_MS = 1500
const layers: { current: KeyMap }[] = []
let first: { key: string; at: number } | undefined

/** Whether a field, menu or dialog handles the keys itself. */
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
    // The component mounted last takes precedence: a table over its screen, a screen over the frame.
    const action = layers.findLast(({ current }) => wanted in current)?.current[wanted]
    if (!action) continue
    event.preventDefault()
    action(event)
    return
  }
  const begins = layers.some(({ current }) => Object.keys(current).some((wanted) => wanted.startsWith(`${event.key} `)))
  if (begins) first = { key: event.key, at: now }
}

/** Registers single-letter keys while the component is mounted. Users can switch them off in their preferences. */
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
