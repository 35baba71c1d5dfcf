import { useBlocker } from '@tanstack/react-router'

/** Keeps Back, and loading the page again, from taking away what is shown only once; `onHeld` is told of Back. */
export function useHeld(isHeld: boolean, onHeld: () => void): void {
  useBlocker({
    shouldBlockFn({ action }) {
      // Links lie beneath a dialog, and a session that ends has to lead to the sign-in.
      if (!isHeld || action === 'PUSH' || action === 'REPLACE') return false
      onHeld()
      return true
    },
    enableBeforeUnload: () => isHeld,
  })
}
