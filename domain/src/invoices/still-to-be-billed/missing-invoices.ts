import { addDays, type Day, daysBetween } from '../../calendar/day.ts'

/** How often a carrier bills. */
export type Rhythm = 'weekly' | 'fortnightly' | 'monthly'
export type MissingInvoices = {
  rhythm: Rhythm
  /** The day of the last invoice that came. */
  last: Day
  /** The days on which one was to be expected, the oldest first; at most {@link MAX_MISSING}, the newest. */
  missing: Day[]
}

/** So many invoices make a rhythm. */
const MIN_INVOICES = 4
/** Most of the gaps between them are like each other. */
const SHARE = 0.6
/** An invoice may be so late before it is missed. */
const GRACE_DAYS = 5
export const MAX_MISSING = 12

const RHYTHMS: readonly { rhythm: Rhythm; days: number; least: number; most: number }[] = [
  { rhythm: 'weekly', days: 7, least: 6, most: 8 },
  { rhythm: 'fortnightly', days: 14, least: 13, most: 15 },
  { rhythm: 'monthly', days: 30.4375, least: 27, most: 34 },
]

/**
 * The invoices of one account that did not come: where it is billed weekly, every two weeks or monthly, the days on which one
 * was to be expected and none is there, up to a day. `days` are those of its invoices. Undefined where they show no
 * rhythm, or nothing is missing.
 */
export function findMissingInvoices(days: readonly Day[], asOf: Day): MissingInvoices | undefined {
  const known = [...new Set(days)].filter((day) => day <= asOf).toSorted()
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || known.length < MIN_INVOICES) return undefined
  const gaps = known
    .slice(1)
    .map((day, index) => ({ from: known[index] ?? first, days: daysBetween(known[index] ?? first, day) }))
  const found = RHYTHMS.find(
    ({ least, most }) => gaps.filter((gap) => gap.days >= least && gap.days <= most).length >= gaps.length * SHARE,
  )
  if (!found) return undefined
  const missing = gaps.flatMap((gap) => within(gap.from, Math.round(gap.days / found.days) - 1, found.days))
  const waited = daysBetween(last, asOf) - GRACE_DAYS
  missing.push(...within(last, Math.floor(waited / found.days), found.days))
  return missing.length === 0 ? undefined : { rhythm: found.rhythm, last, missing: missing.slice(-MAX_MISSING) }
}

/** So many days after a day, a rhythm apart. */
const within = (from: Day, count: number, days: number): Day[] =>
  Array.from({ length: Math.max(0, count) }, (_none, index) => addDays(from, Math.round((index + 1) * days)))
