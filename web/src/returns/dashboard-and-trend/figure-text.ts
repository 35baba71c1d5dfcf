import type { WeekFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { daysBetween, formatDayShort } from '@despatch/domain/calendar/day'
import { mondayOf } from '@despatch/domain/calendar/week'
import { COUNTED_BY, type CountedBy } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { formatCount } from '@despatch/domain/money/money'
import { isOpenWeek, ripenessText } from '@despatch/domain/returns/dashboard-and-trend/ripeness'
import { comparedLevel, levelAndChange, outOfOrdinary } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import type { Figures } from '../../kit/chart/figure-table.tsx'
import type { Bar } from '../../kit/chart/options/bars.ts'
import { WEEKS_BEFORE } from './figure-search.ts'

/** Number of earlier weeks to compare a week with. */
const COMPARED = 8
/** Returned pieces as a percentage of ordered ones; '' if unknown or none were ordered. */
export function rateText({ pieces, orderedPieces }: Pick<WeekFigures, 'pieces' | 'orderedPieces'>): string {
  if (!orderedPieces) return ''
  return `${((pieces / orderedPieces) * 100).toFixed(1)}%`
}

const short = (week: string) => formatDayShort(week).replace(/ \d{4}$/, '')

/** '1 return, 2 pieces'. */
export const returnsText = ({ lines, pieces }: Pick<WeekFigures, 'lines' | 'pieces'>): string =>
  `${formatCount(lines)} ${lines === 1 ? 'return' : 'returns'}, ${formatCount(pieces)} ${pieces === 1 ? 'unit' : 'units'}`

/** What a chart of returns counts, with its notes and what its rates compare. */
export function definitionOf(countedBy: CountedBy, rateOf?: string, ...notes: readonly string[]): string {
  const rates = rateOf === undefined ? [] : [`Rates are ${rateOf.toLowerCase()} on the same dates.`]
  return [COUNTED_BY[countedBy].definition, ...rates, ...notes].join(' ')
}

/** The weeks as bars. */
export function weekBars(weeks: readonly WeekFigures[]): Bar[] {
  return weeks.map((week) => ({
    name: short(week.week),
    value: week.pieces,
    ...(isOpenWeek(week) && { isOpen: true }),
  }))
}

export function weekTable(weeks: readonly WeekFigures[]): Figures {
  return {
    columns: ['Week commencing', 'Returns', 'Units', 'Units ordered', 'Rate', 'Complete'],
    rows: weeks.map((week) => [
      formatDayShort(week.week),
      week.lines.toLocaleString('en-GB'),
      week.pieces.toLocaleString('en-GB'),
      week.orderedPieces === null ? '' : week.orderedPieces.toLocaleString('en-GB'),
      rateText(week),
      ripenessText(week),
    ]),
  }
}

/** The week that stands out among the complete and ripe ones, else how the last compares; '' if nothing does. */
export function trendSentence(weeks: readonly WeekFigures[], countedBy: CountedBy): string {
  const whole = weeks.filter((week) => !isOpenWeek(week))
  const last = whole.at(-1)
  if (!last) return ''
  const named = whole.map(({ week, pieces }) => ({ name: `Week of ${short(week)}`, value: pieces }))
  const units = `units ${verbOf[countedBy]}`
  return (
    outOfOrdinary(named) ||
    levelAndChange({ name: `Week of ${short(last.week)}`, value: last.pieces }, beforeLast(whole), [units, units])
  )
}

/** What the weeks count, with what the last is compared with. */
export function trendMeasure(weeks: readonly WeekFigures[], countedBy: CountedBy): string {
  const compared = comparedLevel(beforeLast(weeks.filter((week) => !isOpenWeek(week))))
  return [verbOf[countedBy], compared].filter(Boolean).join('; ')
}

const beforeLast = (whole: readonly WeekFigures[]) => whole.slice(-1 - COMPARED, -1).map(({ pieces }) => pieces)

const verbOf: Readonly<Record<CountedBy, string>> = {
  ordered: 'returned, by order date',
  despatched: 'returned, by despatch date',
  announced: 'announced',
  received: 'received',
  refunded: 'refunded',
}

/** 'Compared with previous week'; '' if the period is not whole weeks, or too many. */
export function comparedText({ startDate, endDate }: { readonly startDate: string; readonly endDate: string }): string {
  const count = (daysBetween(startDate, endDate) + 1) / 7
  if (!Number.isInteger(count) || count > WEEKS_BEFORE || mondayOf(startDate) !== startDate) return ''
  return `Compared with previous ${count === 1 ? 'week' : `${count} weeks`}`
}

/** The weeks just before a period of whole weeks, as many as it has; undefined if they are not known. */
export function weeksBefore(
  weeks: readonly WeekFigures[],
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
): readonly WeekFigures[] | undefined {
  const count = (daysBetween(startDate, endDate) + 1) / 7
  const first = weeks.findIndex(({ week }) => week === startDate)
  if (!Number.isInteger(count) || first < count) return undefined
  return weeks.slice(first - count, first)
}
