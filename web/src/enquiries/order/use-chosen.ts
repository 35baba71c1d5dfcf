import { useEffect, useRef } from 'react'

/**
 * Brings what the address has chosen (`data-chosen`) of a list into view, once it is there: to the middle, or its beginning
 * where it may be longer than the window.
 */
export function useChosen<Part extends HTMLElement>(chosen: string, block: 'center' | 'start' = 'center') {
  const list = useRef<Part>(null)
  useEffect(() => {
    if (chosen) list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block })
  }, [chosen, block])
  return list
}
