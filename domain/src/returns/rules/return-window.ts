import type { Day } from '../../calendar/day.ts'
import type { CompiledReturnsBook } from './compile-returns-book.ts'
import { dayNumber, dayNumbered } from '../day-numbers.ts'
import type { CountedFrom, ReturnAnswer, ReturnOutcomes } from './returns-book.ts'
import type { ReturnOrder } from '../return-order.ts'
import { andInto, firstInBoth, masksAt, placesIn, type RuleMask } from './rule-masks.ts'

/** How many days have gone by. null: the start is not known, so the window is open and none of its days has gone by. */
export type DayCounts = {
  readonly today: Day
  readonly todayNumber: number
  readonly orderedNumber: number
  readonly gone: Readonly<Record<CountedFrom, number | null>>
}

/** Counts the days of an order up to a day, in the operator's calendar: what happens at 23:59 in London is of that day. */
export function dayCounts({ orderedOn, despatchedOn, deliveredOn }: ReturnOrder, today: Day): DayCounts {
  const todayNumber = dayNumber(today)
  const orderedNumber = dayNumber(orderedOn)
  const since = (day: Day | null) => (day === null ? null : Math.max(0, todayNumber - dayNumber(day)))
  return {
    today,
    todayNumber,
    orderedNumber,
    gone: { delivery: since(deliveredOn), despatch: since(despatchedOn), order: since(orderedOn) },
  }
}

/** The rules whose days hold so many days later, or earlier. */
export function daysMask({ days }: CompiledReturnsBook, { gone }: DayCounts, later: number): RuleMask {
  const at = (since: CountedFrom) => {
    const count = gone[since]
    return masksAt(days[since], count === null ? 0 : Math.max(0, count + later))
  }
  const mask = at('delivery').slice()
  andInto(mask, at('despatch'))
  andInto(mask, at('order'))
  return mask
}

/** The last day of a window, as a number; null where it is open. */
export function deadlineOf(until: ReturnOutcomes['until'], { todayNumber, gone }: DayCounts): number | null {
  if (until === null) return null
  const count = gone[until.since]
  // Nobody knows since when: it is open.
  if (until.days !== null && count === null) return null
  const byDays = until.days === null || count === null ? Number.NEGATIVE_INFINITY : todayNumber - count + until.days
  const last = Math.max(byDays, until.day === null ? Number.NEGATIVE_INFINITY : dayNumber(until.day))
  return last === Number.NEGATIVE_INFINITY ? null : last
}

export type OpenFor = {
  readonly compiled: CompiledReturnsBook
  readonly counts: DayCounts
  /** The rules that hold, or would but for the days gone by. */
  readonly timeless: RuleMask
  readonly deadline: number | null
}

/**
 * The last day on which a line is allowed: of one that is allowed now the day before that changes, of one that is refused
 * the last before today on which it was allowed. null where no day changes it, or where it was never allowed.
 */
export function nearestInTime(open: OpenFor, answer: ReturnAnswer): Day | null {
  if (answer === 'review') return null
  const { counts } = open
  const turns = turningPoints(open)
  if (answer === 'allowed') {
    const end = turns.filter((later) => later > 0).toSorted((one, other) => one - other)
    const closes = end.find((later) => !isAllowed(open, later))
    return closes === undefined ? null : dayNumbered(counts.todayNumber + closes - 1)
  }
  const earliest = -(counts.gone.delivery ?? counts.gone.despatch ?? counts.gone.order ?? 0)
  const before = turns.map((later) => later - 1).filter((later) => later < 0 && later >= earliest)
  const was = before.toSorted((one, other) => other - one).find((later) => isAllowed(open, later))
  return was === undefined ? null : dayNumbered(counts.todayNumber + was)
}

/** In how many days (less than none: how many days ago) something begins to be otherwise. */
function turningPoints({ compiled, counts, timeless, deadline }: OpenFor): number[] {
  const candidates = timeless.slice()
  andInto(candidates, compiled.timed)
  const turns = new Set<number>()
  for (const place of placesIn(candidates)) {
    const days = compiled.rules[place]?.conditions.days
    const count = days && counts.gone[days.since]
    if (!days || count === null || count === undefined) continue
    if (days.from !== null) turns.add(days.from - count)
    if (days.to !== null) turns.add(days.to + 1 - count)
  }
  if (deadline !== null) turns.add(deadline + 1 - counts.todayNumber)
  // The window may be another rule's at another time.
  for (const place of placesIn(candidates)) {
    const other = compiled.rules[place]?.outcomes.until
    const last = other ? deadlineOf(other, counts) : null
    if (last !== null) turns.add(last + 1 - counts.todayNumber)
  }
  return [...turns]
}

function isAllowed({ compiled, counts, timeless }: OpenFor, later: number): boolean {
  const matching = daysMask(compiled, counts, later)
  andInto(matching, timeless)
  const answer = compiled.rules[firstInBoth(matching, compiled.saying.answer)]?.outcomes.answer?.answer
  if (answer !== 'allowed') return false
  const until = compiled.rules[firstInBoth(matching, compiled.saying.until)]?.outcomes.until ?? null
  const deadline = deadlineOf(until, counts)
  return deadline === null || counts.todayNumber + later <= deadline
}
