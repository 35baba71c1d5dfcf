import { addDays, type Day, daysBetween } from '../../calendar/day.ts'

/** With fewer pieces, the pattern of past returns is too thin for an estimate. */
const FEWEST_PIECES = 50
/** After this many weeks all returns of a week's orders are assumed to have arrived. */
export const RIPE_WEEKS = 26

/** Pieces that came back this many whole weeks after their order or despatch. */
export type Lag = { readonly weeks: number; readonly pieces: number }

/**
 * Estimates the share of a week's eventual returns that has arrived by `today`, from the lags of past returns.
 *
 * @returns 0 to 1; 1 for a ripe week, null if too few returns are known
 */
export function ripeness(monday: Day, today: Day, lags: readonly Lag[]): number | null {
  // Age of the week's last order, in completed weeks.
  const age = Math.floor(daysBetween(addDays(monday, 6), today) / 7)
  if (age >= RIPE_WEEKS) return 1
  const total = lags.reduce((sum, { pieces }) => sum + pieces, 0)
  if (total < FEWEST_PIECES) return null
  const come = lags.filter(({ weeks }) => weeks < age).reduce((sum, { pieces }) => sum + pieces, 0)
  return come / total
}

/** Days whose orders show how fast returns arrive: one year, all of them ripe by `today`. */
export function ripeDays(today: Day): { first: Day; last: Day } {
  const last = addDays(today, -7 * RIPE_WEEKS)
  return { first: addDays(last, -364), last }
}

/** From this share on, a week counts as ripe. */
const RIPE = 0.95

/** A week of a trend: its {@link ripeness}, whether it is over, and whether the report's period cuts some of its days off. */
export type TrendWeek = { readonly ripeness: number | null; readonly isOver: boolean; readonly isCut: boolean }

/** Whether a week's figure is provisional: the week is not over, cut by the period, or still growing. */
export const isOpenWeek = ({ isOver, isCut, ripeness: share }: TrendWeek) => !isOver || isCut || (share ?? 0) < RIPE

/** Describes how complete a week's figure is; '' if it is final. */
export function ripenessText({ isOver, isCut, ripeness: share }: TrendWeek): string {
  if (!isOver) return 'In progress'
  if (isCut) return 'Part week'
  if (share === null) return 'More expected'
  return share < RIPE ? `About ${Math.round(share * 100)}% of expected returns` : ''
}
