import { useEffect, useRef } from 'react'

/**
 * Scrolls the row chosen in the address (`data-chosen`) into view once it is rendered: to the centre, or to its start
 * if it may be higher than the window.
 */
export function useScrollToChosen<Part extends HTMLElement>(chosen: string, block: 'center' | 'start' = 'center') {
  const list = useRef<Part>(null)
  useEffect(() => {
    if (chosen) list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block })
  }, [chosen, block])
  return list
}
