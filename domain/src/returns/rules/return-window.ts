import type { Day } from '../../calendar/day.ts'
import type { CompiledReturnsBook } from './compile-returns-book.ts'
import { dayNumber, dayOfNumber } from '../day-numbers.ts'
import type { CountedFrom, ReturnAnswer, ReturnOutcomes } from './returns-book.ts'
import type { ReturnOrder } from '../return-order.ts'
import { intersectInto, firstInBoth, maskAt, placesIn, type RuleMask } from './rule-masks.ts'

/** Elapsed days since each start. null: the start is unknown, so the window is open and no day has elapsed. */
export type DayCounts = {
  readonly today: Day
  readonly todayNumber: number
  readonly orderedNumber: number
  readonly elapsed: Readonly<Record<CountedFrom, number | null>>
}

/** Counts elapsed days up to `today` in the operator's calendar: 23:59 in London belongs to that day. */
export function dayCounts({ orderedOn, despatchedOn, deliveredOn }: ReturnOrder, today: Day): DayCounts {
  const todayNumber = dayNumber(today)
  const orderedNumber = dayNumber(orderedOn)
  const since = (day: Day | null) => (day === null ? null : Math.max(0, todayNumber - dayNumber(day)))
  return {
    today,
    todayNumber,
    orderedNumber,
    elapsed: { delivery: since(deliveredOn), despatch: since(despatchedOn), order: since(orderedOn) },
  }
}

/** The rules whose days condition holds `later` days from now (negative: earlier). */
export function daysMask({ days }: CompiledReturnsBook, { elapsed }: DayCounts, later: number): RuleMask {
  const at = (since: CountedFrom) => {
    const count = elapsed[since]
    return maskAt(days[since], count === null ? 0 : Math.max(0, count + later))
  }
  const mask = at('delivery').slice()
  intersectInto(mask, at('despatch'))
  intersectInto(mask, at('order'))
  return mask
}

/** The last day of a window as a day number; null if it is open. */
export function deadlineOf(until: ReturnOutcomes['until'], { todayNumber, elapsed }: DayCounts): number | null {
  if (until === null) return null
  const count = elapsed[until.since]
  // An unknown start leaves the window open.
  if (until.days !== null && count === null) return null
  const byDays = until.days === null || count === null ? Number.NEGATIVE_INFINITY : todayNumber - count + until.days
  const last = Math.max(byDays, until.day === null ? Number.NEGATIVE_INFINITY : dayNumber(until.day))
  return last === Number.NEGATIVE_INFINITY ? null : last
}

export type ReturnWindow = {
  readonly compiled: CompiledReturnsBook
  readonly counts: DayCounts
  /** Rules that hold apart from the elapsed days. */
  readonly timeless: RuleMask
  readonly deadline: number | null
}

/**
 * The last day on which a line is allowed. For an allowed line: the day before its answer changes. For a refused line:
 * the last past day on which it was allowed. null if no day changes it, or it was never allowed.
 */
export function lastAllowedDay(open: ReturnWindow, answer: ReturnAnswer): Day | null {
  if (answer === 'review') return null
  const { counts } = open
  const turns = turningPoints(open)
  if (answer === 'allowed') {
    const end = turns.filter((later) => later > 0).toSorted((one, other) => one - other)
    const closes = end.find((later) => !isAllowed(open, later))
    return closes === undefined ? null : dayOfNumber(counts.todayNumber + closes - 1)
  }
  const earliest = -(counts.elapsed.delivery ?? counts.elapsed.despatch ?? counts.elapsed.order ?? 0)
  const before = turns.map((later) => later - 1).filter((later) => later < 0 && later >= earliest)
  const was = before.toSorted((one, other) => other - one).find((later) => isAllowed(open, later))
  return was === undefined ? null : dayOfNumber(counts.todayNumber + was)
}

/** Days from now (negative: ago) at which a rule or deadline starts or stops applying. */
function turningPoints({ compiled, counts, timeless, deadline }: ReturnWindow): number[] {
  const candidates = timeless.slice()
  intersectInto(candidates, compiled.timed)
  const turns = new Set<number>()
  for (const place of placesIn(candidates)) {
    const days = compiled.rules[place]?.conditions.days
    const count = days && counts.elapsed[days.since]
    if (!days || count === null || count === undefined) continue
    if (days.from !== null) turns.add(days.from - count)
    if (days.to !== null) turns.add(days.to + 1 - count)
  }
  if (deadline !== null) turns.add(deadline + 1 - counts.todayNumber)
  // On another day another rule can set the window.
  for (const place of placesIn(candidates)) {
    const other = compiled.rules[place]?.outcomes.until
    const last = other ? deadlineOf(other, counts) : null
    if (last !== null) turns.add(last + 1 - counts.todayNumber)
  }
  return [...turns]
}

function isAllowed({ compiled, counts, timeless }: ReturnWindow, later: number): boolean {
  const matching = daysMask(compiled, counts, later)
  intersectInto(matching, timeless)
  const answer = compiled.rules[firstInBoth(matching, compiled.saying.answer)]?.outcomes.answer?.answer
  if (answer !== 'allowed') return false
  const until = compiled.rules[firstInBoth(matching, compiled.saying.until)]?.outcomes.until ?? null
  const deadline = deadlineOf(until, counts)
  return deadline === null || counts.todayNumber + later <= deadline
}
