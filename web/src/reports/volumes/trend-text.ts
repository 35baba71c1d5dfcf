import type { Volume } from '@despatch/contract/reports/report-shapes'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { firstCompletePeriod } from '@despatch/domain/reports/volumes'
import { changeText } from '../figure-text.ts'

const WEEKS = 52

/** Compares the last 52 weeks with the 52 before, or with as many complete ones as there are. */
export function trendText(weeks: readonly Volume[], measure: 'orders' | 'parcels'): string {
  const whole = firstCompletePeriod(weeks)
  const sum = (of: readonly Volume[]) => of.reduce((total, week) => total + week[measure], 0)
  const all = sum(weeks.slice(WEEKS))
  if (all === 0) return ''
  if (whole >= WEEKS)
    return `${formatCount(all)} ${measure}. There is no whole week of the year before to compare with.`
  const [now, before] = [sum(weeks.slice(WEEKS + whole)), sum(weeks.slice(whole, WEEKS))]
  const change = changeText(now, before)
  if (change === '' || change === 'the same') return ''
  if (whole === 0)
    return `${formatCount(now)} ${measure} in 52 weeks, ${change} on the 52 before (${formatCount(before)}).`
  const count = WEEKS - whole
  const since = formatDayShort(weeks[whole]?.start ?? '')
  return count === 1
    ? `${formatCount(now)} ${measure} in the last week, ${change} on the week a year before (${formatCount(before)}), the only whole one known of that year.`
    : `${formatCount(now)} ${measure} in the last ${count} weeks, ${change} on the same weeks a year before (${formatCount(before)}). Whole weeks are known since ${since}.`
}
