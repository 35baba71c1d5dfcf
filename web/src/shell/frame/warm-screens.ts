import { loadChunk } from '../../kit/browser/chunks.ts'
import { visitsOf } from '../../kit/browser/visits.ts'
import { isOpenTo } from '../../kit/navigation/screen-access.ts'
import { screenAt } from '../../kit/navigation/screens.ts'
import { session } from '../../kit/session/session-store.ts'

/** Most users work with no more screens than this in a shift. */
const MAX_WARMED = 6

const warmed = new Set<string>()

/** Preloads the code of a screen that the user may open. Ignores failures: opening the screen loads it again. */
export function warmScreen(link: string): void {
  const screen = screenAt(link.replace(/[?#].*$/, ''))
  if (!screen || warmed.has(screen.path) || !isOpenTo(session.store.get(), screen)) return
  warmed.add(screen.path)
  loadChunk(screen.component).catch(() => warmed.delete(screen.path))
}

/** Preloads the screens that the user opens most, when the pointer or focus enters the menu. */
export function warmMostVisited(): void {
  const { user } = session.store.get()
  if (!user) return
  const most = Object.entries(visitsOf(user._id)).toSorted(([, one], [, other]) => other - one)
  for (const [path] of most.slice(0, MAX_WARMED)) warmScreen(path)
}
