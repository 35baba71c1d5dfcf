import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** A ref to the latest value, for callbacks that run after rendering. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** A function with a stable identity that calls the latest `act`. Call it from events only, not while rendering. */
export function useStable<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useLatest(act)
  return useCallback((...args: Args) => latest.current(...args), [latest])
}
