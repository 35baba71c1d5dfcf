import type { Day } from '@despatch/domain/calendar/day'
import { useSyncExternalStore } from 'react'
import { operatorToday, serverNow } from './clock.ts'

const EVERY_MINUTE_MS = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer serves all cells of a list. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((notify) => notify()), EVERY_MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Today in the operator's time zone; renders again after midnight. */
export const useToday = (): Day => useSyncExternalStore(subscribe, operatorToday)

const thisMinute = () => Math.floor(serverNow().getTime() / EVERY_MINUTE_MS) * EVERY_MINUTE_MS

/** The start of this minute by the server's clock, in milliseconds since 1970; renders again every minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, thisMinute)
