import { useGoTo } from '../kit/navigation/use-go-to.ts'
import { addDays } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { FIGURES } from '@despatch/domain/reports/figures'
import { comparedLevel, levelAndChange } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { useScreenSearch } from '../kit/list/filters/screen-search.ts'
import { BarsFigure } from './bars-figure.tsx'
import { startText } from './figure-text.ts'
import { FiguresTable } from './figures-table.tsx'
import { type KeyFigure, keyFigures, type KeyMetrics } from './key-metric-figures.tsx'
import { ReportExport } from './report-export.tsx'
import { ReportPage } from './report-page.tsx'
import { useKeyMetrics } from './report-queries.ts'
import { lastWeek, lastWeeks, ordersAddress, weekSearch } from './report-search.ts'
import { Tile, Tiles } from '../kit/tile/tile.tsx'

const orders = ordersAddress('managementReports.keyMetrics')

export function KeyMetricsScreen() {
  const [search, change] = useScreenSearch(weekSearch)
  const query = useKeyMetrics(search)
  const presets = [
    { label: 'Last week', period: lastWeek() },
    { label: 'Last 4 weeks', period: lastWeeks(4) },
    { label: 'Last 13 weeks', period: lastWeeks(13) },
  ]
  return (
    <ReportPage
      report="key-metrics"
      title="Key Metrics"
      period={search}
      presets={presets}
      onPeriod={change}
      action={<ReportExport report="key-metrics" search={search} />}
      isCompared={query.data?.before !== null}
      query={query}
    >
      {query.data && <Metrics data={query.data} />}
    </ReportPage>
  )
}

function Metrics({ data }: { readonly data: KeyMetrics }) {
  const figures = keyFigures(data.now)
  return (
    <>
      <MetricTiles data={data} figures={figures} />
      <Weeks weeks={data.weeks} />
      <FiguresTable
        {...data}
        figures={figures.map(({ trend, ...figure }) => ({ ...figure, hasTile: trend !== undefined }))}
        period={data.now}
      />
    </>
  )
}

/** The figures with a trend as tiles; a table holds all. */
function MetricTiles({ data, figures }: { readonly data: KeyMetrics; readonly figures: readonly KeyFigure[] }) {
  const { now, before } = data
  const weeks = data.weeks.filter(({ isOver }) => isOver)
  return (
    <Tiles>
      {figures.flatMap(({ value, change, trend, ...figure }) =>
        trend
          ? [
              <Tile
                key={figure.title}
                {...figure}
                value={value(now)}
                change={before === null ? '' : change(now, before)}
                trend={weeks.map(trend)}
              />,
            ]
          : [],
      )}
    </Tiles>
  )
}

/** The thirteen weeks up to the end of the period. */
function Weeks({ weeks }: { readonly weeks: KeyMetrics['weeks'] }) {
  const goTo = useGoTo()
  const over = weeks.filter(({ isOver }) => isOver)
  const last = over.at(-1)
  const before = over.slice(-9, -1).map((week) => week.orders)
  return (
    <BarsFigure
      title="Orders received by week"
      definition={FIGURES.ordersReceived.definition}
      sentence={
        last
          ? levelAndChange({ name: `Week of ${startText(last.start, 'week')}`, value: last.orders }, before, [
              'order',
              'orders',
            ])
          : ''
      }
      subtitle={comparedLevel(before)}
      bars={weeks.map((week) => ({
        name: startText(week.start, 'week'),
        value: week.orders,
        ...(!week.isOver && { isOpen: true }),
      }))}
      figures={{
        columns: ['Week commencing', 'Orders received', 'Orders despatched', 'Parcels despatched'],
        rows: weeks.map((week) => [
          startText(week.start, 'week'),
          formatCount(week.orders),
          formatCount(week.despatched),
          formatCount(week.parcels),
        ]),
      }}
      direction="up"
      onOpen={(at) => {
        const week = weeks[at]
        if (week) goTo(orders({ startDate: week.start, endDate: addDays(week.start, 6), figure: 'ordersReceived' }))
      }}
    />
  )
}
