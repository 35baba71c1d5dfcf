import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Takes a file that is dropped on an element; says whether something is held over it. `onFile` is told the first of several. */
export function useDroppedFile(
  place: RefObject<HTMLElement | null>,
  onFile: (file: File, count: number) => void,
): { isOver: boolean } {
  const [isOver, setIsOver] = useState(false)
  const dropped = useEffectEvent(onFile)
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
      event.preventDefault()
      setIsOver(false)
      const files = event.dataTransfer?.files
      const first = files?.[0]
      if (first) dropped(first, files.length)
    }
    element.addEventListener('dragover', over)
    element.addEventListener('dragleave', leave)
    element.addEventListener('drop', drop)
    return () => {
      element.removeEventListener('dragover', over)
      element.removeEventListener('dragleave', leave)
      element.removeEventListener('drop', drop)
    }
  }, [place])
  return { isOver }
}
