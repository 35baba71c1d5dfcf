import { useEffect, useRef } from 'react'
import type { PaletteAction } from './palette-source.ts'

type GetActions = () => readonly PaletteAction[]
const sources: { current: GetActions }[] = []

/** The actions of all mounted components, those of the last mounted first. */
export const offeredActions = (): readonly PaletteAction[] => sources.toReversed().flatMap(({ current }) => current())

/** Offers actions in the palette while the component is mounted. `getActions` runs whenever the palette is shown. */
export function usePaletteActions(getActions: GetActions): void {
  const source = useRef(getActions)
  useEffect(() => {
    source.current = getActions
  })
  useEffect(() => {
    sources.push(source)
    return () => void sources.splice(sources.indexOf(source), 1)
  }, [])
}
