import { z } from 'zod'
import { browserStorage } from './storage.ts'

const visits = z.record(z.string(), z.number()).catch({})
const keyOf = (userId: string) => `despatch.visits.${userId}`

/** How often a user opened each screen in this browser, by path. */
export const visitsOf = (userId: string): Record<string, number> => visits.parse(browserStorage.read(keyOf(userId)))

/** Counts that a user opened a screen. */
export function countVisit(userId: string, path: string): void {
  const counts = visitsOf(userId)
  browserStorage.write(keyOf(userId), { ...counts, [path]: (counts[path] ?? 0) + 1 })
}
