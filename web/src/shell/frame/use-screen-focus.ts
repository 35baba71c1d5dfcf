import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { focusIfLost } from '../../kit/browser/focus.ts'
import { formInAddress } from '../../kit/tabs/form-in-address.ts'
import { tabOf } from '../../kit/tabs/window-tabs.ts'

/** An address with the value 'new' for its record opens the form of a new one. */
const NEW = /[?&][a-z]+=new(?:&|$)/i
const FIELD = 'form :is(input, textarea):not(:disabled, [readonly], [type="hidden"], [role="combobox"])'

/**
 * Focuses the heading of a newly opened screen, record or form, or the first field of a new record, if the element that opened
 * it has disappeared with the focus. Keeps trying while the screen loads its code and data, until the user presses a key or
 * button. On the first screen of a page, the focus stays at the top, where the browser puts it.
 */
export function useScreenFocus(panel: RefObject<HTMLElement | null>): void {
  const { pathname, href, search } = useLocation()
  const tab = tabOf({ pathname, href, search: search as Record<string, unknown> })?.id ?? pathname
  const screen = `${tab} ${formInAddress(search)}`
  const shown = useRef(screen)
  // The address may change while the screen stays the same, so it is no dependency of the effect.
  const isNewRecord = useEffectEvent(() => NEW.test(href))
  useEffect(() => {
    if (shown.current === screen) return undefined
    const isNew = isNewRecord()
    let frame = 0
    function focusScreen() {
      if (document.querySelector('[aria-modal="true"]')) return
      const heading = panel.current?.querySelector('h1')
      const field = isNew ? panel.current?.querySelector<HTMLElement>(FIELD) : undefined
      if (field && document.activeElement === heading) field.focus({ preventScroll: true })
      if (heading) heading.tabIndex = -1
      focusIfLost(field ?? heading)
    }
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(focusScreen)
    })
    function stop() {
      shown.current = screen
      cancelAnimationFrame(frame)
      observer.disconnect()
      for (const event of ['keydown', 'pointerdown']) window.removeEventListener(event, stop, true)
    }
    for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, stop, true)
    observer.observe(document.body, { childList: true, subtree: true })
    frame = requestAnimationFrame(focusScreen)
    return stop
  }, [screen, panel])
}
