import { useEffect, useRef } from 'react'
import type { PaletteAction } from './palette-source.ts'

type Given = () => readonly PaletteAction[]
const given: { current: Given }[] = []

/** What components that are there offer in the palette, the last to come first. */
export const offeredActions = (): readonly PaletteAction[] => given.toReversed().flatMap(({ current }) => current())

/** Offers actions in the palette for as long as the component is there; they are asked for whenever the palette is shown. */
export function usePaletteActions(actions: Given): void {
  const layer = useRef(actions)
  useEffect(() => {
    layer.current = actions
  })
  useEffect(() => {
    given.push(layer)
    return () => void given.splice(given.indexOf(layer), 1)
  }, [])
}
