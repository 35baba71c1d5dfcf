import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** What was given last, for what is called later than it is drawn. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** A function that stays the same, for what is drawn again where it changes; called from an event, it does what the given one does by then. */
export function useStable<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useLatest(act)
  return useCallback((...args: Args) => latest.current(...args), [latest])
}
