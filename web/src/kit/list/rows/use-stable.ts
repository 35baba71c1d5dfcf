import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same, for what is drawn again where it changes; called from an event, it does what the given one does by then. */
export function useStable<Args extends readonly unknown[]>(act: (...args: Args) => unknown): (...args: Args) => void {
  const now = useRef(act)
  useLayoutEffect(() => {
    now.current = act
  })
  return useCallback((...args: Args) => void now.current(...args), [])
}
