import type { DraftInput } from '@despatch/contract/routing/rule-book/drafts'
import { useEffect, useRef, useState } from 'react'
import { draftText } from '../what-if/what-if-store.ts'

const WAIT_MS = 250
const EVENTS = ['input', 'click', 'keyup'] as const

/**
 * Whether the tried draft differs from the form's current draft. A form may keep typed values to itself, so it is
 * checked after any event in the window. `isUnchanged`: the form has nothing to try.
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
