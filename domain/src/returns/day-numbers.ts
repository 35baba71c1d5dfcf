import { addDays, type Day, dayOf } from '../calendar/day.ts'

/** Days as whole numbers, for reckoning with many of them: what was worked out is kept. */

const MAX_KEPT = 20_000
const numbers = new Map<Day, number>()
const days = new Map<number, Day>()

function kept<Key, Value>(from: Map<Key, Value>, key: Key, work: () => Value): Value {
  const known = from.get(key)
  if (known !== undefined) return known
  if (from.size >= MAX_KEPT) from.clear()
  const value = work()
  from.set(key, value)
  return value
}

/** Days since 1 January 1970. */
export const dayNumber = (day: Day): number => kept(numbers, day, () => Date.parse(`${day}T00:00:00Z`) / 86_400_000)

export const dayNumbered = (number: number): Day => kept(days, number, () => addDays('1970-01-01', number))

let last: { readonly time: number; readonly day: Day } = { time: Number.NaN, day: '' }

/** The operator's day of an instant; of the same instant again it is known. */
export function operatorsDay(instant: Date): Day {
  if (last.time !== instant.getTime()) last = { time: instant.getTime(), day: dayOf(instant) }
  return last.day
}
