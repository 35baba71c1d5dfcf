import { useRef } from 'react'

/**
 * An act that is done once where it is asked for twice: what is pressed again while it is at work is let go. A button
 * shows that it is at work only once it is drawn again, which a double click is faster than.
 */
export function useOneAtATime(act: () => Promise<unknown>): () => void {
  const isAtWork = useRef(false)
  return () => {
    if (isAtWork.current) return
    isAtWork.current = true
    void act()
      // What went wrong is said by the act itself.
      .catch(() => undefined)
      .finally(() => {
        isAtWork.current = false
      })
  }
}
