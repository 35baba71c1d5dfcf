import type { DraftInput } from '@despatch/contract/routing/rule-book/drafts'
import { useEffect, useRef, useState } from 'react'
import { draftText } from '../what-if/what-if-store.ts'

const WAIT_MS = 250
const EVENTS = ['input', 'click', 'keyup'] as const

/**
 * Whether a draft was tried that the form does not hold any more. A form may keep to itself what is typed in it, so it is
 * looked at after whatever is done in the window; `isUnchanged` is a form in which nothing is to be tried.
 */
export function useIsEarlier(tried: string | undefined, draftOf: () => DraftInput | undefined, isUnchanged: boolean) {
  const latest = useRef(draftOf)
  useEffect(() => {
    latest.current = draftOf
  })
  const [differs, setDiffers] = useState(false)
  useEffect(() => {
    setDiffers(false)
    if (tried === undefined || isUnchanged) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const now = latest.current()
        setDiffers(!now || draftText(now) !== tried)
      }, WAIT_MS)
    }
    for (const event of EVENTS) document.addEventListener(event, look)
    return () => {
      clearTimeout(timer)
      for (const event of EVENTS) document.removeEventListener(event, look)
    }
  }, [tried, isUnchanged])
  return tried !== undefined && (isUnchanged || differs)
}
