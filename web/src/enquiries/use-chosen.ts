import { useEffect, useRef } from 'react'

/** Brings what the address has chosen (`data-chosen`) of a list into view, once it is there. */
export function useChosen<Part extends HTMLElement>(chosen: string) {
  const list = useRef<Part>(null)
  useEffect(() => {
    if (chosen) list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'center' })
  }, [chosen])
  return list
}
