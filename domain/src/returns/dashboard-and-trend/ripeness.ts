import { addDays, type Day, daysBetween } from '../../calendar/day.ts'

/** Fewer pieces than this are too few to say how soon returns come. */
const FEWEST_PIECES = 50
/** Weeks after which a week of orders is taken to have come back as far as it will. */
export const RIPE_WEEKS = 26

/** Pieces that came back in so many weeks after their order, or despatch. */
export type Lag = { readonly weeks: number; readonly pieces: number }

/**
 * How much of what will come back of a week has come, 0 to 1, by how soon returns of older orders came: the share that had
 * come when they were as old. 1 for a week that is ripe, null where too few returns are known to say.
 */
export function ripeness(monday: Day, today: Day, lags: readonly Lag[]): number | null {
  // The age of its last order, in whole weeks that are over.
  const age = Math.floor(daysBetween(addDays(monday, 6), today) / 7)
  if (age >= RIPE_WEEKS) return 1
  const total = lags.reduce((sum, { pieces }) => sum + pieces, 0)
  if (total < FEWEST_PIECES) return null
  const come = lags.filter(({ weeks }) => weeks < age).reduce((sum, { pieces }) => sum + pieces, 0)
  return come / total
}

/** The months whose orders tell how soon returns come: of a year, and ripe by now. */
export function ripeMonths(today: Day): { first: Day; last: Day } {
  const last = addDays(today, -7 * RIPE_WEEKS - 31)
  return { first: addDays(last, -364), last }
}
