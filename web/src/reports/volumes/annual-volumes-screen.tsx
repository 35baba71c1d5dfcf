import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { Volume } from '@despatch/contract/reports/report-shapes'
import { addDays } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { FIGURES } from '@despatch/domain/reports/figures'
import { grainEnd, grainStart } from '@despatch/domain/reports/periods'
import { sumVolumes, VOLUME_COLUMNS, VOLUME_DEFINITION, firstCompletePeriod } from '@despatch/domain/reports/volumes'
import { levelAgainst } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { BarsFigure } from '../bars-figure.tsx'
import { clipPeriod, isUnfinished, startText } from '../figure-text.ts'
import { ReportExport } from '../report-export.tsx'
import { ReportPage } from '../report-page.tsx'
import { useVolumes } from '../report-queries.ts'
import { lastYears, ordersAddress, yearsSearch } from '../report-search.ts'
import { volumeCells, volumeLists } from './volume-figures.ts'
import { VolumeTable } from './volume-table.tsx'
import styles from '../reports.module.css'

const LEAF = 'managementReports.annualVolumes'
const orders = ordersAddress(LEAF)

export function AnnualVolumesScreen() {
  const [search, change] = useScreenSearch(yearsSearch)
  const query = useVolumes({ ...search, grain: 'month', byClient: false })
  const goTo = useGoTo()
  const { data } = query
  const months = data?.volumes ?? []
  const today = data?.today ?? ''
  // The chart has the months of one year; the table below has all.
  const year = Number(search.endDate.slice(0, 4))
  const shown = months.filter(({ start }) => start.startsWith(`${year}`))
  const earlier = useVolumes({
    startDate: `${year - 1}-01-01`,
    endDate: `${year - 1}-12-31`,
    grain: 'month',
    byClient: false,
  }).data?.volumes
  const beforeOf = (at: number) => lastYear(shown[at]?.start ?? '', earlier)
  const over = months.filter(({ start }) => !isUnfinished(start, 'month', today))
  const last = over.at(-1)
  const open = (start: string, grain: 'month' | 'year') =>
    orders({ ...clipPeriod(start, grain, search), figure: 'ordersReceived' })
  const listsOf = (start: string, grain: 'month' | 'year') => volumeLists(LEAF, clipPeriod(start, grain, search))
  return (
    <ReportPage
      report="annual-volumes"
      title="Annual Volumes"
      period={search}
      presets={[
        { label: 'This year', period: lastYears(1) },
        { label: 'Two years', period: lastYears(2) },
        { label: 'Three years', period: lastYears(3) },
      ]}
      onPeriod={change}
      action={<ReportExport report="annual-volumes" search={search} />}
      query={query}
    >
      <BarsFigure
        title={`Orders by month, ${year}`}
        names={{ now: `${year}`, before: `${year - 1}` }}
        definition={FIGURES.ordersReceived.definition}
        sentence={last ? levelAgainst(named(last), comparedWith(last, over), ['order', 'orders']) : ''}
        subtitle={`Orders received; ${year - 1} in grey`}
        bars={shown.map((month, at) => ({
          name: startText(month.start, 'month').slice(0, 3),
          value: month.orders,
          ...(isUnfinished(month.start, 'month', today) && { isOpen: true }),
          ...beforeOf(at),
        }))}
        figures={{
          columns: ['Month', ...VOLUME_COLUMNS, `Orders ${year - 1}`],
          rows: shown.map((month, at) => [
            startText(month.start, 'month'),
            ...volumeCells(sumVolumes([month])),
            countText(beforeOf(at).before),
          ]),
        }}
        direction="up"
        onOpen={(at) => {
          const month = shown[at]
          if (month) goTo(open(month.start, 'month'))
        }}
      />
      <VolumeTable
        title="Volumes by year and month"
        columns={['Period', ...VOLUME_COLUMNS]}
        rows={yearsOf(months).flatMap(({ year, volumes }) => [
          {
            key: year,
            cells: [
              `${year}${grainEnd(`${year}-01-01`, 'year') >= today ? ', so far' : ''}`,
              ...volumeCells(sumVolumes(volumes)),
            ],
            to: open(`${year}-01-01`, 'year'),
            lists: listsOf(`${year}-01-01`, 'year'),
            isSum: true,
          },
          ...volumes.map((month) => ({
            key: month.start,
            cells: [startText(month.start, 'month'), ...volumeCells(sumVolumes([month]))],
            to: open(month.start, 'month'),
            lists: listsOf(month.start, 'month'),
          })),
        ])}
      />
      <p className={styles.remark}>{VOLUME_DEFINITION}</p>
    </ReportPage>
  )
}

/** The orders of the same month a year before, once data are complete. */
function lastYear(start: string, earlier: readonly Volume[] = []): { before?: number } {
  const whole = earlier.slice(firstCompletePeriod(earlier))
  const month = whole.find((one) => one.start.slice(5) === start.slice(5))
  return month ? { before: month.orders } : {}
}

const countText = (count: number | undefined) => (count === undefined ? '–' : formatCount(count))

const named = ({ start, orders }: Volume) => ({ name: startText(start, 'month'), value: orders })

/** The same month of the year before, else the month before. The first month may be incomplete. */
function comparedWith({ start }: Volume, months: readonly Volume[]) {
  const whole = months.slice(firstCompletePeriod(months))
  const monthOf = (day: string) => whole.find((one) => one.start === day)
  const found =
    monthOf(`${Number(start.slice(0, 4)) - 1}${start.slice(4)}`) ?? monthOf(grainStart(addDays(start, -1), 'month'))
  return found && named(found)
}

/** Newest year first. */
const yearsOf = (months: readonly Volume[]) =>
  [...Map.groupBy(months, ({ start }) => start.slice(0, 4))].map(([year, volumes]) => ({ year, volumes })).toReversed()
