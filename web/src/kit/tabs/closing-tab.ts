import type { AnyRouter } from '@tanstack/react-router'
import type { Tab } from './tabs.ts'
import { tabs } from './window-tabs.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Identifies the tab that closes when this address is reached. */
    leaves?: number
  }
}

let leaving: { mark: number; id: string; onClosed: () => void } | undefined

/**
 * Navigates from the active tab to its neighbour, and closes the tab on arrival. If the user stays because of unsaved
 * changes, the address is never reached and the tab stays open.
 */
export function leaveTab(router: Pick<AnyRouter, 'navigate'>, tab: Tab, to: Tab, onClosed: () => void): void {
  const mark = Date.now()
  leaving = { mark, id: tab.id, onClosed }
  void router.navigate({ href: to.link, state: (before: object) => ({ ...before, leaves: mark }) })
}

/** Whether the active tab is being closed, not only left. */
export function isClosingTab(): boolean {
  return leaving !== undefined
}

/** Keeps the tab that was being closed. */
export function cancelClosing(): void {
  leaving = undefined
}

/**
 * Closes the tab that was left for the address just reached. Works once, because Back returns to the same address.
 */
export function finishClosing(mark: number | undefined): void {
  if (mark === undefined || leaving?.mark !== mark) return
  const { id, onClosed } = leaving
  leaving = undefined
  tabs.close([id])
  onClosed()
}
