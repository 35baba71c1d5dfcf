import { useBlocker } from '@tanstack/react-router'

/** Blocks Back and reload, for screens that show something only once. Calls `onBack` when it has blocked Back. */
export function useBlockLeaving(isBlocked: boolean, onBack: () => void): void {
  useBlocker({
    shouldBlockFn({ action }) {
      // A dialog covers the links, and an ended session has to lead to the sign-in.
      if (!isBlocked || action === 'PUSH' || action === 'REPLACE') return false
      onBack()
      return true
    },
    enableBeforeUnload: () => isBlocked,
  })
}
