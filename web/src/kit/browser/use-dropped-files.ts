import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Passes files that the user drops on an element to `onFiles`. `isOver`: the user drags files over it now. */
export function useDroppedFiles(
  place: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): { readonly isOver: boolean } {
  const [isOver, setIsOver] = useState(false)
  const dropped = useEffectEvent(onFiles)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node) || !element.contains(event.relatedTarget)) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(false)
      dropped([...event.dataTransfer.files])
    }
    const ending = new AbortController()
    const { signal } = ending
    element.addEventListener('dragover', over, { signal })
    element.addEventListener('dragleave', leave, { signal })
    element.addEventListener('drop', drop, { signal })
    return () => ending.abort()
  }, [place])
  return { isOver }
}
