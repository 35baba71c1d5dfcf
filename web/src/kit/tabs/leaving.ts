import type { AnyRouter } from '@tanstack/react-router'
import type { Tab } from './tabs.ts'
import { tabs } from './window-tabs.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The mark of the tab that is closed by going to this address. */
    leaves?: number
  }
}

let leaving: { mark: number; id: string; onClosed: () => void } | undefined

/**
 * Goes from the active tab to its neighbour, and closes it on arrival. A form with changes may want to stay: then the
 * address never comes, and the tab is left alone whatever one does later.
 */
export function leaveTab(router: Pick<AnyRouter, 'navigate'>, tab: Tab, to: Tab, onClosed: () => void): void {
  const mark = Date.now()
  leaving = { mark, id: tab.id, onClosed }
  void router.navigate({ href: to.link, state: (before: object) => ({ ...before, leaves: mark }) })
}

/** Whether the active tab is being closed, rather than only left for another. */
export function isClosingTab(): boolean {
  return leaving !== undefined
}

/** The tab that was to be closed stays. */
export function stayInTab(): void {
  leaving = undefined
}

/** An address has been reached: closes the tab that was left for it. Once, for Back comes to the same address again. */
export function arrived(mark: number | undefined): void {
  if (mark === undefined || leaving?.mark !== mark) return
  const { id, onClosed } = leaving
  leaving = undefined
  tabs.close([id])
  onClosed()
}
