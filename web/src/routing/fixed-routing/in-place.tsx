import { type ReactNode, useEffect, useRef } from 'react'
import { focusIfLost, keepFocus } from '../../kit/browser/focus.ts'

/** A form in the place of the list that it was opened from: what had the focus goes with the list, and comes back with it. */
export function InPlace({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const heading = place.current?.querySelector('h1')
    if (heading) heading.tabIndex = -1
    focusIfLost(heading)
    return () => void requestAnimationFrame(keepFocus)
  }, [])
  return (
    <div ref={place} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
