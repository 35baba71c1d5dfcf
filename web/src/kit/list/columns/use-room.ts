import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The inner width of an element in pixels; undefined until it is rendered. Changes with the window. */
export function useRoom(element: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>()
  const observed = useRef<HTMLElement>(null)
  const observer = useRef<ResizeObserver>(null)
  // The element appears with the first rows, and again after an error.
  useLayoutEffect(() => {
    const current = element.current
    if (current === observed.current) return
    observer.current?.disconnect()
    observed.current = current
    if (!current) return
    const measure = () => setRoom(current.clientWidth || undefined)
    measure()
    observer.current = new ResizeObserver(measure)
    observer.current.observe(current)
  })
  useLayoutEffect(
    () => () => {
      observer.current?.disconnect()
      observed.current = null
    },
    [],
  )
  return room
}
