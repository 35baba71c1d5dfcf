import type { ParcelSums } from '@despatch/contract/reports/report-shapes'
import { daysBetween, formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import {
  type Grain,
  grainEnd,
  periodBefore,
  type Period,
  periodOfYearBefore,
  periodText,
} from '@despatch/domain/reports/periods'
import { wilsonInterval } from '@despatch/domain/reports/wilson'
import { operatorToday } from '../kit/browser/clock.ts'
import { shareText, changeText, type Share } from '../kit/tile/change-text.ts'

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** '96.2% (94.1–97.5) of 1,204': a share with its confidence interval. */
export function shareWithInterval(hits: number, of: number): string {
  if (of === 0) return 'None due'
  return `${shareText(hits, of)} (${intervalText(hits, of)}) of ${formatCount(of)}`
}

/** '94.1–97.5': a confidence interval in percent. */
export function intervalText(hits: number, of: number): string {
  const { low, high } = wilsonInterval(hits, of)
  const percent = (share: number) => oneDecimal.format(share * 100)
  return `${percent(low)}–${percent(high)}`
}

export const averageText = (sum: number, of: number): string => (of > 0 ? oneDecimal.format(sum / of) : '–')

type Average = { readonly sum: number; readonly of: number }
/** '+0.2' for an average; '' without a value before. */
export function averageChange(now: Average, before: Average): string {
  if (now.of === 0 || before.of === 0) return ''
  const change = now.sum / now.of - before.sum / before.of
  if (Math.abs(change) < 0.05) return 'No change'
  return `${change > 0 ? '+' : '−'}${oneDecimal.format(Math.abs(change))}`
}

/** '£3.42' per unit; '–' without any. */
export const unitCost = (amount: string, of: number, currency: string): string =>
  of > 0 ? formatMoney((Number(amount) / of).toFixed(4), currency) : '–'

type PricedParcels = { readonly parcels: number; readonly unpriced: number }

/** '£410.50'; '–' if no parcel has a known cost. */
export const costText = ({ parcels, unpriced }: PricedParcels, amount: string, currency: string): string =>
  parcels > unpriced ? formatMoney(amount, currency) : '–'

/** '£100.00 of it billed, 2 parcels with no known cost'. */
export function costNote({ parcels, unpriced }: PricedParcels, ofKnown: string): string {
  if (unpriced === 0) return ofKnown
  const without = `${formatCount(unpriced)} ${unpriced === 1 ? 'parcel' : 'parcels'} with no known cost`
  return parcels > unpriced ? `${ofKnown}, ${without}` : without
}

/** '+12%' for an amount; '' without a value before. */
export const amountChange = (now: string, before: string | undefined): string =>
  before === undefined ? '' : changeText(Number(now), Number(before))

type UnitAmount = { readonly amount: string | undefined; readonly of: number }
/** Change of an amount per unit. */
export const unitChange = (now: UnitAmount, before: UnitAmount): string =>
  now.amount === undefined || before.amount === undefined || now.of === 0 || before.of === 0
    ? ''
    : changeText(Number(now.amount) / now.of, Number(before.amount) / before.of)

/** Names of the comparison periods: by their weeks, or by date if the period is not whole weeks. */
export function comparisonTexts(period: Period) {
  const weeks = (daysBetween(period.startDate, period.endDate) + 1) / 7
  if (!Number.isInteger(weeks))
    return { before: periodText(periodBefore(period)), yearBefore: periodText(periodOfYearBefore(period)) }
  return weeks === 1
    ? { before: 'previous week', yearBefore: 'same week last year' }
    : { before: `previous ${weeks} weeks`, yearBefore: 'same weeks last year' }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Axis label of a period. */
export function startText(start: string, grain: Grain): string {
  if (grain === 'year') return start.slice(0, 4)
  if (grain === 'month') return `${MONTHS[Number(start.slice(5, 7)) - 1]} ${start.slice(0, 4)}`
  return formatDayShort(start).replace(/ \d{4}$/, '')
}

/** Whether a period is not over yet. */
export const isUnfinished = (start: string, grain: Grain, today: string) => grainEnd(start, grain) >= today

/** A period of a series, cut to the days of the report. */
export function clipPeriod(start: string, grain: Grain, { startDate, endDate }: Period): Period {
  const end = grainEnd(start, grain)
  return { startDate: start < startDate ? startDate : start, endDate: end > endDate ? endDate : end }
}

/** A remark if the period has begun but is not over. */
export const unfinishedText = ({ startDate, endDate }: Period, today = operatorToday()): string =>
  startDate <= today && endDate >= today ? `Counted to date. The period ends on ${formatDayShort(endDate)}.` : ''

export const onTimeShare = ({ onTime, promised }: Pick<ParcelSums, 'onTime' | 'promised'>): Share => ({
  hits: onTime,
  of: promised,
})
