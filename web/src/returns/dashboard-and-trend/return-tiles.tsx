import type { returnFigures, WeekFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { mondayOf } from '@despatch/domain/calendar/week'
import { COUNTED_BY, RATE_DEFINITION } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { isOpenWeek } from '@despatch/domain/returns/dashboard-and-trend/ripeness'
import { operatorToday } from '../../kit/browser/clock.ts'
import { countChange, pointsText, type Share, sharePoint, shareText } from '../../kit/tile/change-text.ts'
import { Tile, Tiles } from '../../kit/tile/tile.tsx'
import { dashboardLinesAddress, type FigureSearch } from './figure-search.ts'
import { weeksBefore } from './figure-text.ts'

/** Points of a trend. */
const MAX_POINTS = 13

type ReturnTilesProps = {
  readonly search: FigureSearch
  readonly data: RouteAnswer<typeof returnFigures.dashboard>
  /** The weeks up to and including the period. */
  readonly weeks: readonly WeekFigures[]
}

const sumOf = (weeks: readonly WeekFigures[], of: 'lines' | 'pieces') => weeks.reduce((sum, week) => sum + week[of], 0)
/** Returned pieces of the ordered ones; nothing ordered if a week does not know. */
const rateOf = (weeks: readonly WeekFigures[]): Share => ({
  hits: sumOf(weeks, 'pieces'),
  of: weeks.some(({ orderedPieces }) => orderedPieces === null)
    ? 0
    : weeks.reduce((sum, { orderedPieces }) => sum + (orderedPieces ?? 0), 0),
})

/** Whether the weeks' units ordered are of the same days as the period: a week cut by it has them of all its days. */
const isOfWholeWeeks = (weeks: readonly WeekFigures[], { startDate, endDate }: FigureSearch) =>
  startDate === mondayOf(startDate) && (endDate >= operatorToday() || weeks.every(({ isCut }) => !isCut))

/** Four figures of the period. Whole weeks are compared with as many weeks before. */
export function ReturnTiles({ search, data, weeks }: ReturnTilesProps) {
  const compared = weeksBefore(weeks, search)
  const trend = weeks.filter((week) => !isOpenWeek(week)).slice(-MAX_POINTS)
  const own = weeks.filter(({ week }) => week >= mondayOf(search.startDate))
  const isWhole = isOfWholeWeeks(own, search)
  const rate = isWhole ? rateOf(own) : { hits: 0, of: 0 }
  const to = dashboardLinesAddress(search)
  const { definition } = COUNTED_BY[search.countedBy]
  return (
    <Tiles>
      <Tile
        title="Units returned"
        value={formatCount(data.pieces)}
        definition={definition}
        to={to}
        change={compared ? countChange(data.pieces, sumOf(compared, 'pieces')) : ''}
        goodWhen="down"
        trend={trend.map(({ pieces }) => pieces)}
      />
      <Tile
        title="Returns"
        value={formatCount(data.lines)}
        definition={definition}
        to={to}
        change={compared ? countChange(data.lines, sumOf(compared, 'lines')) : ''}
        goodWhen="down"
        trend={trend.map(({ lines }) => lines)}
      />
      <Tile
        title="Return rate"
        value={shareText(rate.hits, rate.of)}
        definition={RATE_DEFINITION}
        change={compared ? pointsText(rate, rateOf(compared)) : ''}
        goodWhen="down"
        trend={trend.map((week) => sharePoint(rateOf([week])))}
        note={
          isWhole
            ? rate.of > 0 && `${formatCount(rate.hits)} of ${formatCount(rate.of)} units ordered`
            : 'For whole weeks only, Monday to Sunday'
        }
      />
      <Tile
        title="Days to refund"
        value={data.daysToRefund ? `${data.daysToRefund.middle}` : '–'}
        definition="Days from announcement to refund, for half of these returns."
        note={
          data.daysToRefund &&
          `90% within ${data.daysToRefund.ninthOfTen} days, ${formatCount(data.daysToRefund.lines)} refunded`
        }
      />
    </Tiles>
  )
}
