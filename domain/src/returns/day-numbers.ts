import { addDays, type Day, dayOf } from '../calendar/day.ts'

/** Conversions between days and day numbers, cached because trials convert millions of them. */

const MAX_CACHED = 20_000
const numbers = new Map<Day, number>()
const days = new Map<number, Day>()

function cached<Key, Value>(from: Map<Key, Value>, key: Key, work: () => Value): Value {
  const hit = from.get(key)
  if (hit !== undefined) return hit
  if (from.size >= MAX_CACHED) from.clear()
  const value = work()
  from.set(key, value)
  return value
}

/** Days since 1 January 1970. */
export const dayNumber = (day: Day): number => cached(numbers, day, () => Date.parse(`${day}T00:00:00Z`) / 86_400_000)

export const dayOfNumber = (number: number): Day => cached(days, number, () => addDays('1970-01-01', number))

let last: { readonly time: number; readonly day: Day } = { time: Number.NaN, day: '' }

/** The operator's calendar day (Europe/London) of an instant. Caches the last instant. */
export function operatorDay(instant: Date): Day {
  if (last.time !== instant.getTime()) last = { time: instant.getTime(), day: dayOf(instant) }
  return last.day
}
