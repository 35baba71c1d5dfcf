import type { Tab } from '../../kit/tabs/tabs.ts'

/** With more tabs beside Home, the titles become too short to read. */
const MAX_SHOWN = 7

/** The tabs in the bar: the first ones, and always the active one. The others are in the menu of all tabs. */
export function shownTabs(open: readonly Tab[], activeId: string): readonly Tab[] {
  if (open.length <= MAX_SHOWN) return open
  const first = open.slice(0, MAX_SHOWN)
  const active = open.find(({ id }) => id === activeId)
  return !active || first.includes(active) ? first : [...first.slice(0, -1), active]
}
