import { type ReactNode, useEffect, useRef } from 'react'
import { focusIfLost, restoreFocus } from '../../kit/browser/focus.ts'

/** A form that replaces the list; the focus returns when the list is shown again. */
export function InPlace({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const heading = place.current?.querySelector('h1')
    if (heading) heading.tabIndex = -1
    focusIfLost(heading)
    return () => void requestAnimationFrame(restoreFocus)
  }, [])
  return (
    <div ref={place} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
