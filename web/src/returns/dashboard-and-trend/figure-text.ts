import type { WeekFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { daysBetween, formatDayShort } from '@despatch/domain/calendar/day'
import { mondayOf } from '@despatch/domain/calendar/week'
import type { CountedBy } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { formatCount } from '@despatch/domain/money/money'
import { isOpenWeek, ripenessText } from '@despatch/domain/returns/dashboard-and-trend/ripeness'
import { levelAndChange, outOfOrdinary, standsOut } from '@despatch/domain/returns/dashboard-and-trend/sentences'
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

/** The weeks as bars. One that stands out among the complete ones is marked. */
export function weekBars(weeks: readonly WeekFigures[]): Bar[] {
  const whole = weeks.filter((week) => !isOpenWeek(week))
  const marked = whole[standsOut(whole.map(({ week, pieces }) => ({ name: week, value: pieces })))]
  return weeks.map((week) => ({
    name: short(week.week),
    value: week.pieces,
    ...(isOpenWeek(week) && { isOpen: true }),
    ...(week === marked && { isMarked: true }),
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

/** Summarises the complete and ripe weeks; '' if nothing stands out. */
export function trendSentence(weeks: readonly WeekFigures[], countedBy: CountedBy): string {
  const whole = weeks.filter((week) => !isOpenWeek(week))
  const last = whole.at(-1)
  if (!last) return ''
  const before = whole.slice(-1 - COMPARED, -1).map(({ pieces }) => pieces)
  const named = whole.map(({ week, pieces }) => ({ name: `The week of ${formatDayShort(week)}`, value: pieces }))
  return [
    levelAndChange({ name: `Week of ${formatDayShort(last.week)}`, value: last.pieces }, before, [
      `unit ${verbOf[countedBy]}`,
      `units ${verbOf[countedBy]}`,
    ]),
    outOfOrdinary(named),
  ]
    .filter(Boolean)
    .join(' ')
}

const verbOf: Readonly<Record<CountedBy, string>> = {
  ordered: 'returned from its orders',
  despatched: 'returned from its despatches',
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
