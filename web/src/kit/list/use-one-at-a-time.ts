import { useRef } from 'react'

/**
 * Ignores calls while the action is still running. Disabling the button is not enough: a double click is faster than
 * React’s next render.
 */
export function useOneAtATime(action: () => Promise<unknown>): () => void {
  const isRunning = useRef(false)
  return () => {
    if (isRunning.current) return
    isRunning.current = true
    void action()
      // The action reports its own errors.
      .catch(() => undefined)
      .finally(() => {
        isRunning.current = false
      })
  }
}
