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

/** The days whose orders tell how soon returns come: of a year, and ripe by now. */
export function ripeDays(today: Day): { first: Day; last: Day } {
  const last = addDays(today, -7 * RIPE_WEEKS)
  return { first: addDays(last, -364), last }
}

/** From here on a week is as good as ripe. */
const RIPE = 0.95

/** A week of a trend: its {@link ripeness}, whether its days are over, and whether some of them were not asked for. */
export type TrendWeek = { readonly ripeness: number | null; readonly isOver: boolean; readonly isCut: boolean }

/** A week whose figure is not the last word: it is under way, cut by the days that are asked for, or still growing. */
export const isOpenWeek = ({ isOver, isCut, ripeness: share }: TrendWeek) => !isOver || isCut || (share ?? 0) < RIPE

/** How ripe a week is, in words; '' for one whose figure is the last word. */
export function ripenessText({ isOver, isCut, ripeness: share }: TrendWeek): string {
  if (!isOver) return 'Not over yet'
  if (isCut) return 'Not whole'
  if (share === null) return 'Still growing'
  return share < RIPE ? `About ${Math.round(share * 100)}% of what will come back` : ''
}
