import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { focusIfLost } from '../../kit/browser/focus.ts'
import { formInAddress } from '../../kit/tabs/form-in-address.ts'
import { tabOf } from '../../kit/tabs/window-tabs.ts'

/** The value by which the address of a record names one that is still to be created. */
const NEW = /[?&][a-z]+=new(?:&|$)/i
const FIELD = 'form :is(input, textarea):not(:disabled, [readonly], [type="hidden"], [role="combobox"])'

/**
 * Another screen, another record, or a form of one, has been opened: where the focus went with what opened it, it goes to the screen's
 * heading, or to the first field of a new record. Screens fetch their code and their data, so this waits with them until
 * the user presses something. The first screen of a page leaves the focus where the browser has it, at the top.
 */
export function useScreenFocus(panel: RefObject<HTMLElement | null>): void {
  const { pathname, href, search } = useLocation()
  const tab = tabOf({ pathname, href, search: search as Record<string, unknown> })?.id ?? pathname
  const screen = `${tab} ${formInAddress(search)}`
  const shown = useRef(screen)
  // What is in the address changes while one screen stays: that is not another screen.
  const isNewRecord = useEffectEvent(() => NEW.test(href))
  useEffect(() => {
    if (shown.current === screen) return undefined
    const isNew = isNewRecord()
    let frame = 0
    function giveFocus() {
      if (document.querySelector('[aria-modal="true"]')) return
      const heading = panel.current?.querySelector('h1')
      const field = isNew ? panel.current?.querySelector<HTMLElement>(FIELD) : undefined
      if (field && document.activeElement === heading) field.focus({ preventScroll: true })
      if (heading) heading.tabIndex = -1
      focusIfLost(field ?? heading)
    }
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(giveFocus)
    })
    function stop() {
      shown.current = screen
      cancelAnimationFrame(frame)
      observer.disconnect()
      for (const event of ['keydown', 'pointerdown']) window.removeEventListener(event, stop, true)
    }
    for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, stop, true)
    observer.observe(document.body, { childList: true, subtree: true })
    frame = requestAnimationFrame(giveFocus)
    return stop
  }, [screen, panel])
}
