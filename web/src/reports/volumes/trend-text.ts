import type { Volume } from '@despatch/contract/reports/report-shapes'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { firstCompletePeriod } from '@despatch/domain/reports/volumes'
import { changeText } from '../../kit/tile/change-text.ts'

const WEEKS = 52

/** Compares the last 52 weeks with the 52 before, or with as many complete ones as there are. */
export function trendText(weeks: readonly Volume[], measure: 'orders' | 'parcels'): string {
  const whole = firstCompletePeriod(weeks)
  const sum = (of: readonly Volume[]) => of.reduce((total, week) => total + week[measure], 0)
  const all = sum(weeks.slice(WEEKS))
  if (all === 0) return ''
  if (whole >= WEEKS) return `${formatCount(all)} ${measure}. No complete week last year to compare with.`
  const [now, before] = [sum(weeks.slice(WEEKS + whole)), sum(weeks.slice(whole, WEEKS))]
  const change = changeText(now, before).replace('No', 'no')
  if (change === '' || change === 'no change') return ''
  if (whole === 0)
    return `${formatCount(now)} ${measure} in 52 weeks, ${change} vs the 52 before (${formatCount(before)}).`
  const count = WEEKS - whole
  const since = formatDayShort(weeks[whole]?.start ?? '')
  return count === 1
    ? `${formatCount(now)} ${measure} in the last week, ${change} vs the same week last year (${formatCount(before)}).`
    : `${formatCount(now)} ${measure} in the last ${count} weeks, ${change} vs the same weeks last year (${formatCount(before)}). Complete data since ${since}.`
}
