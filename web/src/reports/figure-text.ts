import type { ParcelSums } from '@despatch/contract/reports/report-shapes'
import { addDays, formatDayShort } from '@despatch/domain/calendar/day'
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

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** '96.2%'; '–' of nothing. */
export const shareText = (hits: number, of: number): string =>
  of > 0 ? `${oneDecimal.format((hits / of) * 100)}%` : '–'

/** '96.2% (94.1–97.5) of 1,204', with where the share lies, which few parcels leave open. */
export function shareWithInterval(hits: number, of: number): string {
  if (of === 0) return 'None due'
  return `${shareText(hits, of)} (${intervalText(hits, of)}) of ${formatCount(of)}`
}

/** '94.1–97.5': where a share lies, in percent. */
export function intervalText(hits: number, of: number): string {
  const { low, high } = wilsonInterval(hits, of)
  const percent = (share: number) => oneDecimal.format(share * 100)
  return `${percent(low)}–${percent(high)}`
}

export const averageText = (sum: number, of: number): string => (of > 0 ? oneDecimal.format(sum / of) : '–')

/** '£3.42' of an amount for each of so many; '–' of none. */
export const costEach = (amount: string, of: number, currency: string): string =>
  of > 0 ? formatMoney((Number(amount) / of).toFixed(4), currency) : '–'

type Known = { readonly parcels: number; readonly unpriced: number }

/** '£410.50'; '–' where nobody knows what any of the parcels cost. */
export const costText = ({ parcels, unpriced }: Known, amount: string, currency: string): string =>
  parcels > unpriced ? formatMoney(amount, currency) : '–'

/** '£100.00 of it billed, 2 parcels without a known cost': what is said of the known ones, and what it leaves out. */
export function costNote({ parcels, unpriced }: Known, ofKnown: string): string {
  if (unpriced === 0) return ofKnown
  const without = `${formatCount(unpriced)} ${unpriced === 1 ? 'parcel' : 'parcels'} without a known cost`
  return parcels > unpriced ? `${ofKnown}, ${without}` : without
}

/** '+12%', '−3%', 'the same'; '' where there was nothing before. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'the same' : ''
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return now === before ? 'the same' : 'about the same'
  return `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))}%`
}

/** Of fewer than so many a percentage says more than there is: 2 in place of 1 is no +100%. */
const LEAST_FOR_PERCENT = 10

/** '+12%' of a count against another, '+1' where that is small, 'the same'. */
export function countChange(now: number, before: number): string {
  if (before >= LEAST_FOR_PERCENT || now === before) return changeText(now, before)
  return `${now > before ? '+' : '−'}${formatCount(Math.abs(now - before))}`
}

/** '+12%' of an amount; '' where there was none before. */
export const amountChange = (now: string, before: string | undefined): string =>
  before === undefined ? '' : changeText(Number(now), Number(before))

type Each = { readonly amount: string | undefined; readonly of: number }
/** The same of an amount for each of so many. */
export const eachChange = (now: Each, before: Each): string =>
  now.amount === undefined || before.amount === undefined || now.of === 0 || before.of === 0
    ? ''
    : changeText(Number(now.amount) / now.of, Number(before.amount) / before.of)

type Share = { readonly hits: number; readonly of: number }
/** '+1.2 points' of a share; '' where there was none before. */
export function pointsText(now: Share, before: Share): string {
  if (now.of === 0 || before.of === 0) return ''
  const points = (now.hits / now.of - before.hits / before.of) * 100
  if (Math.abs(points) < 0.05) return 'the same'
  return `${points > 0 ? '+' : '−'}${oneDecimal.format(Math.abs(points))} points`
}

/** What periods are compared with, by their dates. */
const comparedWith = (period: Period) => ({
  before: periodText(periodBefore(period)),
  yearBefore: periodText(periodOfYearBefore(period)),
})

type Compared<Sums> = { readonly before: Sums | null; readonly yearBefore: Sums | null }
/** What is said of a figure against both; nothing where the days are too many to compare. */
export function changesOf<Sums>(
  { before, yearBefore }: Compared<Sums>,
  period: Period,
  textOf: (sums: Sums) => string,
) {
  const against = comparedWith(period)
  return [
    { text: before === null ? '' : textOf(before), against: against.before },
    { text: yearBefore === null ? '' : textOf(yearBefore), against: against.yearBefore },
  ]
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** What a period of a series is called on its axis. */
export function startText(start: string, grain: Grain): string {
  if (grain === 'year') return start.slice(0, 4)
  if (grain === 'month') return `${MONTHS[Number(start.slice(5, 7)) - 1]} ${start.slice(0, 4)}`
  return formatDayShort(start).replace(/ \d{4}$/, '')
}

/** Whether some of a period's days are still to come. */
export const isOpen = (start: string, grain: Grain, today: string) => grainEnd(start, grain) >= today

/** A period of a series, no longer than the days of the report. */
export function cutTo(start: string, grain: Grain, { startDate, endDate }: Period): Period {
  const end = grainEnd(start, grain)
  return { startDate: start < startDate ? startDate : start, endDate: end > endDate ? endDate : end }
}

/** A remark where the last days are not over, of a period that has begun. */
export const unfinishedText = ({ startDate, endDate }: Period, today = operatorToday()): string =>
  startDate <= today && endDate >= today
    ? `Not finished: counted up to now, the days to ${formatDayShort(addDays(endDate, 0))} are not over.`
    : ''

export const onTimeOf = ({ onTime, promised }: Pick<ParcelSums, 'onTime' | 'promised'>): Share => ({
  hits: onTime,
  of: promised,
})
