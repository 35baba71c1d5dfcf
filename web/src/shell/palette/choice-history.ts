import { z } from 'zod'
import { browserStorage, windowStorage } from '../../kit/browser/storage.ts'
import { visitsOf } from '../../kit/browser/visits.ts'
import type { PaletteAction } from '../../kit/navigation/palette-source.ts'
import { session } from '../../kit/session/session-store.ts'
import { matchScore, wordsOf } from './match-text.ts'

const MAX_RECENT = 5
const MAX_COUNTED = 200

const counts = z.record(z.string(), z.number()).catch({})
const opened = z
  .object({
    user: z.string(),
    of: z.array(z.object({ id: z.string(), label: z.string(), description: z.string().optional(), to: z.string() })),
  })
  .catch({ user: '', of: [] })

const userId = () => session.store.get().user?._id ?? ''
const countsKey = () => `despatch.chosen.${userId()}`
// In the window's storage, which signing out clears: labels may contain customers' names.
const RECENT = 'despatch.palette'

const readRecent = () => {
  const stored = opened.parse(windowStorage.read(RECENT))
  return stored.user === userId() ? stored.of : []
}

/**
 * The actions that the user opened last from the palette and that match a text, newest first, without the current address.
 * Empty for a text with digits: the number may belong to another client's order, so it has to be searched.
 */
export const recentChoices = (here: string, text = ''): readonly PaletteAction[] =>
  /\d/.test(text)
    ? []
    : readRecent()
        .filter((action) => action.to !== here && matchScore(wordsOf(text), action) > 0)
        .slice(0, MAX_RECENT)
        .map((action) => ({ ...action, id: `recent ${action.id}`, group: 'Recent' }))

/** Remembers a chosen action. `isCounted`: also count it, if the same action is useful every day. */
export function rememberChoice(action: PaletteAction, isCounted: boolean): void {
  const id = action.id.replace(/^recent /, '')
  if (isCounted) {
    const before = counts.parse(browserStorage.read(countsKey()))
    const sorted = Object.entries({ ...before, [id]: (before[id] ?? 0) + 1 }).toSorted(([, a], [, b]) => b - a)
    browserStorage.write(countsKey(), Object.fromEntries(sorted.slice(0, MAX_COUNTED)))
  }
  if (!('to' in action)) return
  const { label, description, to } = action
  const others = readRecent().filter((one) => one.id !== id)
  windowStorage.write(RECENT, {
    user: userId(),
    of: [{ id, label, ...(description && { description }), to }, ...others].slice(0, MAX_RECENT + 1),
  })
}

/** How often the user chose each action, or opened each screen, in this browser. */
export function choiceCounts(): (id: string) => number {
  const [chosen, visits] = [counts.parse(browserStorage.read(countsKey())), visitsOf(userId())]
  return (id) => (chosen[id] ?? 0) + (visits[id] ?? 0)
}
