import { addDays, type Day, daysBetween } from '../../calendar/day.ts'

/** How often a carrier bills. */
export type Rhythm = 'weekly' | 'fortnightly' | 'monthly'
export type MissingInvoices = {
  rhythm: Rhythm
  /** The day of the last invoice. */
  last: Day
  /** The days on which an invoice was expected, the oldest first; at most the newest {@link MAX_MISSING}. */
  missing: Day[]
}

/** Fewer invoices do not show a rhythm. */
const MIN_INVOICES = 4
/** The share of gaps between invoices that must fit the rhythm. */
const SHARE = 0.6
/** An invoice counts as missing after this many days. */
const GRACE_DAYS = 5
export const MAX_MISSING = 12

const RHYTHMS: readonly { rhythm: Rhythm; days: number; least: number; most: number }[] = [
  { rhythm: 'weekly', days: 7, least: 6, most: 8 },
  { rhythm: 'fortnightly', days: 14, least: 13, most: 15 },
  { rhythm: 'monthly', days: 30.4375, least: 27, most: 34 },
]

/**
 * Finds the missing invoices of one account: for a weekly, fortnightly or monthly rhythm, the days up to `asOf` on
 * which an invoice was expected and did not come. `days` are those of its invoices.
 *
 * @returns undefined if they show no rhythm, or nothing is missing
 */
export function findMissingInvoices(days: readonly Day[], asOf: Day): MissingInvoices | undefined {
  const sorted = [...new Set(days)].filter((day) => day <= asOf).toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined || sorted.length < MIN_INVOICES) return undefined
  const gaps = sorted
    .slice(1)
    .map((day, index) => ({ from: sorted[index] ?? first, days: daysBetween(sorted[index] ?? first, day) }))
  const found = RHYTHMS.find(
    ({ least, most }) => gaps.filter((gap) => gap.days >= least && gap.days <= most).length >= gaps.length * SHARE,
  )
  if (!found) return undefined
  const missing = gaps.flatMap((gap) => within(gap.from, Math.round(gap.days / found.days) - 1, found.days))
  const waited = daysBetween(last, asOf) - GRACE_DAYS
  missing.push(...within(last, Math.floor(waited / found.days), found.days))
  return missing.length === 0 ? undefined : { rhythm: found.rhythm, last, missing: missing.slice(-MAX_MISSING) }
}

/** So many days after a day, spaced by the rhythm. */
const within = (from: Day, count: number, days: number): Day[] =>
  Array.from({ length: Math.max(0, count) }, (_none, index) => addDays(from, Math.round((index + 1) * days)))
