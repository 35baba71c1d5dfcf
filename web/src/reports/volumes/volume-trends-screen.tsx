import { SegmentedControl } from '@mantine/core'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { FIGURES } from '@despatch/domain/reports/figures'
import { periodOfYearBefore, periodText, rolling52 } from '@despatch/domain/reports/periods'
import { useRouter } from '@tanstack/react-router'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { BarsFigure } from '../bars-figure.tsx'
import { changeText, startText } from '../figure-text.ts'
import { ReportExport } from '../report-export.tsx'
import { ReportPage } from '../report-page.tsx'
import { useVolumes } from '../report-queries.ts'
import { ordersAddress, parcelsAddress, rollingSearch } from '../report-search.ts'

const LEAF = 'managementReports.volumeTrendsRolling52Weeks'
const DEFINITIONS = { orders: FIGURES.ordersReceived.definition, parcels: FIGURES.parcelsDespatched.definition }

/** Volume Trends: orders or parcels by week, 52 weeks beside the 52 before. */
export function VolumeTrendsScreen() {
  const [{ measure }, change] = useScreenSearch(rollingSearch)
  const period = rolling52(dayOf(new Date()))
  const before = periodOfYearBefore(period)
  const query = useVolumes({ startDate: before.startDate, endDate: period.endDate, grain: 'week', byClient: false })
  const router = useRouter()
  const weeks = query.data?.volumes ?? []
  const earlier = weeks.slice(0, 52)
  const now = weeks.slice(52)
  const sum = (of: typeof weeks) => of.reduce((total, week) => total + week[measure], 0)
  const change52 = changeText(sum(now), sum(earlier))
  return (
    <ReportPage
      report="volume-trends"
      title="Volume Trends: Rolling 52 Weeks"
      period={period}
      filters={
        <SegmentedControl
          size="xs"
          aria-label="What is counted"
          data={[
            { value: 'orders', label: 'Orders' },
            { value: 'parcels', label: 'Parcels' },
          ]}
          value={measure}
          onChange={(value) => change({ measure: value === 'parcels' ? 'parcels' : 'orders' })}
        />
      }
      action={<ReportExport report="volume-trends" search={period} figure="ordersReceived" />}
      query={query}
    >
      <BarsFigure
        title={`${measure === 'orders' ? 'Orders received' : 'Parcels despatched'} by week`}
        definition={DEFINITIONS[measure]}
        sentence={
          change52 && change52 !== 'the same'
            ? `${formatCount(sum(now))} ${measure} in 52 weeks, ${change52} on the 52 before (${formatCount(sum(earlier))}).`
            : ''
        }
        names={{ now: periodText(period), before: periodText(before) }}
        bars={now.map((week, at) => ({
          name: startText(week.start, 'week'),
          value: week[measure],
          before: earlier[at]?.[measure] ?? 0,
        }))}
        figures={{
          columns: ['Week commencing', 'Orders', 'Orders a year before', 'Parcels', 'Parcels a year before'],
          rows: now.map((week, at) => [
            startText(week.start, 'week'),
            formatCount(week.orders),
            formatCount(earlier[at]?.orders ?? 0),
            formatCount(week.parcels),
            formatCount(earlier[at]?.parcels ?? 0),
          ]),
        }}
        direction="up"
        height={380}
        onOpen={(at) => {
          const week = now[at]
          if (!week) return
          const days = { startDate: week.start, endDate: addDays(week.start, 6) }
          void router.navigate({
            href:
              measure === 'orders'
                ? ordersAddress(LEAF)({ ...days, figure: 'ordersReceived' })
                : parcelsAddress(LEAF)({ ...days, figure: 'parcelsDespatched' }),
          })
        }}
      />
    </ReportPage>
  )
}
