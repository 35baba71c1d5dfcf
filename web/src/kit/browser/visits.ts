import { z } from 'zod'

const visits = z.record(z.string(), z.number())
const keyOf = (userId: string) => `despatch.visits.${userId}`

/** How often a user opened each screen in this browser, by path. */
export function visitsOf(userId: string): Record<string, number> {
  try {
    return visits.catch({}).parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}'))
  } catch {
    return {}
  }
}

/** Counts that a user opened a screen. */
export function countVisit(userId: string, path: string): void {
  const counts = visitsOf(userId)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...counts, [path]: (counts[path] ?? 0) + 1 }))
  } catch {
    // Not worth a word: the home page then lists the screens in menu order.
  }
}
