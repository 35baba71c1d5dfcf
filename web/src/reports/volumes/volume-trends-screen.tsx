import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { SegmentedControl } from '@mantine/core'
import { addDays } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { FIGURES } from '@despatch/domain/reports/figures'
import { periodOfYearBefore, rolling52 } from '@despatch/domain/reports/periods'
import { firstPeriodWithData, firstCompletePeriod } from '@despatch/domain/reports/volumes'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { startText } from '../figure-text.ts'
import { ReportExport } from '../report-export.tsx'
import { ReportPage } from '../report-page.tsx'
import { useVolumes } from '../report-queries.ts'
import { ordersAddress, parcelsAddress, rollingSearch } from '../report-search.ts'
import { TrendFigure } from './trend-figure.tsx'
import { trendText } from './trend-text.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

const LEAF = 'managementReports.volumeTrendsRolling52Weeks'
const FIGURE = { orders: 'ordersReceived', parcels: 'parcelsDespatched' } as const

const countText = (count: number | undefined) => (count === undefined ? '–' : formatCount(count))

/** Volume Trends: orders or parcels by week, 52 weeks beside the 52 before. */
export function VolumeTrendsScreen() {
  const [{ measure }, change] = useScreenSearch(rollingSearch)
  const period = rolling52(operatorToday())
  const before = periodOfYearBefore(period)
  const query = useVolumes({ startDate: before.startDate, endDate: period.endDate, grain: 'week', byClient: false })
  const goTo = useGoTo()
  const weeks = query.data?.volumes ?? []
  const earlier = weeks.slice(0, 52)
  const now = weeks.slice(52)
  const known = firstPeriodWithData(weeks)
  // An incomplete first week would look like a drop.
  const whole = firstCompletePeriod(weeks)
  const before52 = (at: number) => (at < whole ? undefined : earlier[at])
  return (
    <ReportPage
      report="volume-trends"
      title="Volume Trends: Rolling 52 Weeks"
      period={period}
      filters={
        <SegmentedControl
          size="xs"
          aria-label="Measure"
          data={[
            { value: 'orders', label: 'Orders' },
            { value: 'parcels', label: 'Parcels' },
          ]}
          value={measure}
          onChange={(value) => change({ measure: value === 'parcels' ? 'parcels' : 'orders' })}
        />
      }
      action={<ReportExport report="volume-trends" search={period} />}
      query={query}
    >
      <TrendFigure
        title={`${measure === 'orders' ? 'Orders received' : 'Parcels despatched'} by week`}
        definition={FIGURES[FIGURE[measure]].definition}
        sentence={trendText(weeks, measure)}
        labels={{ now: 'These 52 weeks', before: 'A year earlier' }}
        weeks={now.map((week, at) => ({
          start: week.start,
          value: at + 52 < known ? null : week[measure],
          before: before52(at)?.[measure] ?? null,
        }))}
        figures={{
          columns: ['Week commencing', 'Orders', 'Orders last year', 'Parcels', 'Parcels last year'],
          rows: now.map((week, at) => [
            startText(week.start, 'week'),
            countText(at + 52 < known ? undefined : week.orders),
            countText(before52(at)?.orders),
            countText(at + 52 < known ? undefined : week.parcels),
            countText(before52(at)?.parcels),
          ]),
        }}
        onOpen={(at) => {
          const week = now[at]
          if (!week) return
          const days = { startDate: week.start, endDate: addDays(week.start, 6) }
          goTo(
            measure === 'orders'
              ? ordersAddress(LEAF)({ ...days, figure: 'ordersReceived' })
              : parcelsAddress(LEAF)({ ...days, figure: 'parcelsDespatched' }),
          )
        }}
      />
    </ReportPage>
  )
}
