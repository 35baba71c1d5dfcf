import { loadChunk } from '../../kit/browser/chunks.ts'
import { visitsOf } from '../../kit/browser/visits.ts'
import { isOpenTo } from '../../kit/navigation/screen-access.ts'
import { screenAt } from '../../kit/navigation/screens.ts'
import { session } from '../../kit/session/session-store.ts'

/** So many screens are most of a shift. */
const MAX_WARMED = 6

const warmed = new Set<string>()

/** Loads the code of a screen ahead, by its address, where it is open to the user. Nothing is said when it fails: it is loaded again when it is opened. */
export function warmScreen(link: string): void {
  const screen = screenAt(link.replace(/[?#].*$/, ''))
  if (!screen || warmed.has(screen.path) || !isOpenTo(session.store.get(), screen)) return
  warmed.add(screen.path)
  loadChunk(screen.component).catch(() => warmed.delete(screen.path))
}

/** Loads ahead what the user opens most: someone who comes to the menu is about to open one of them. */
export function warmMostVisited(): void {
  const { user } = session.store.get()
  if (!user) return
  const most = Object.entries(visitsOf(user._id)).toSorted(([, one], [, other]) => other - one)
  for (const [path] of most.slice(0, MAX_WARMED)) warmScreen(path)
}
