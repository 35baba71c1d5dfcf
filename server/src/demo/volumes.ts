import { addDays, type Day, dayOf, weekday } from '@despatch/domain/calendar/day'
import { blackFridayOf } from '@despatch/domain/calendar/week'
import { type Retailer, retailers } from './retailers.ts'
import type { Random } from './seeded-random.ts'

const DAYS = 548
/** Number of orders in the demo. */
export const ORDERS = 20_000
/** Monday to Sunday: people order on Monday what they looked at on Sunday. */
const WEEK = [1.3, 1.15, 1.1, 1.05, 1, 0.55, 0.6]

/** Orders per retailer and day: about `total` in all, over the eighteen months up to today. */
export function volumes(random: Random, now: Date, total: number): { day: Day; retailer: Retailer; orders: number }[] {
  const today = dayOf(now)
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index + 1 - DAYS))
  const weights = days.flatMap((day, index) => {
    const growth = 1 + (0.2 * index) / DAYS
    return retailers.map((retailer) => ({ day, retailer, weight: weightOf(day, retailer) * growth }))
  })
  const sum = weights.reduce((total, { weight }) => total + weight, 0)
  return weights.map(({ day, retailer, weight }) => {
    const wobble = 0.75 + random.next() * 0.5
    return { day, retailer, orders: Math.floor((weight / sum) * total * wobble + random.next()) }
  })
}

function weightOf(day: Day, retailer: Retailer): number {
  const month = Number(day.slice(5, 7))
  return retailer.share * (retailer.season[month - 1] ?? 1) * (WEEK[weekday(day)] ?? 1) * peak(day)
}

/** Black Friday to Cyber Monday, the weeks before Christmas, the quiet days after it, the January sales. */
function peak(day: Day): number {
  const blackFriday = blackFridayOf(day.slice(0, 4))
  if (day === blackFriday) return 3.2
  if (day > blackFriday && day <= addDays(blackFriday, 2)) return 3
  if (day === addDays(blackFriday, 3)) return 2.8
  if (day >= addDays(blackFriday, -4) && day < blackFriday) return 1.6
  const monthDay = day.slice(5)
  if (monthDay >= '12-01' && monthDay <= '12-18') return 1.7
  if (monthDay >= '12-19' && monthDay <= '12-23') return 0.9
  if (monthDay >= '12-24' && monthDay <= '12-26') return 0.15
  if (monthDay >= '12-27' && monthDay <= '12-31') return 0.6
  if (monthDay >= '01-02' && monthDay <= '01-10') return 1.25
  return 1
}
