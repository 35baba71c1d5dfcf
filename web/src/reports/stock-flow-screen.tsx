import { useGoTo } from '../kit/navigation/use-go-to.ts'
import type { reports } from '@despatch/contract/reports/reports'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import {
  COVER_DEFINITION,
  STOCK_FIGURE_CODES,
  STOCK_FIGURES,
  STOCK_FLOW_DEFINITION,
  type StockFigure,
} from '@despatch/domain/reports/figures'
import { type Period, TREND_WEEKS } from '@despatch/domain/reports/periods'
import { behindMost, outOfOrdinary } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { ChoiceChip } from '../kit/list/filters/choice-chip.tsx'
import { useScreenSearch } from '../kit/list/filters/screen-search.ts'
import { BarsFigure } from './bars-figure.tsx'
import { clipPeriod, isUnfinished, startText } from './figure-text.ts'
import { ReportExport } from './report-export.tsx'
import { ReportPage } from './report-page.tsx'
import { useStockFlow } from './report-queries.ts'
import { lastWeek, lastWeeks, stockFlowSearch, stockSkusAddress } from './report-search.ts'
import styles from './reports.module.css'
import { Tile, Tiles } from '../kit/tile/tile.tsx'
import { VolumeTable } from './volumes/volume-table.tsx'

type Flow = RouteAnswer<typeof reports.stockFlow>
type Pieces = Omit<Flow['categories'][number], 'name'>

export function StockFlowScreen() {
  const [search, change] = useScreenSearch(stockFlowSearch)
  const query = useStockFlow(search)
  const { data } = query
  return (
    <ReportPage
      report="client-stock-flow"
      title="Client Stock Flow Profile"
      period={search}
      presets={[
        { label: 'Last week', period: lastWeek() },
        { label: 'Last 4 weeks', period: lastWeeks(4) },
        { label: 'Last 13 weeks', period: lastWeeks(13) },
      ]}
      onPeriod={change}
      filters={
        <ChoiceChip
          name="Category"
          value={search.category}
          options={(data?.categories ?? []).map(({ name }) => ({ value: name, label: name }))}
          onChange={(category) => change({ category })}
        />
      }
      isNarrowed={search.category !== ''}
      onClear={() => change({ category: '' })}
      action={<ReportExport report="client-stock-flow" search={search} />}
      query={query}
    >
      {data && <Profile data={data} category={search.category} onCategory={(category) => change({ category })} />}
    </ReportPage>
  )
}

const COLUMNS = [...STOCK_FIGURE_CODES.map((figure) => STOCK_FIGURES[figure]), 'Days of cover']
type WeekFigure = 'goodsIn' | 'returned' | 'despatched'
const isWeekFigure = (figure: string | undefined): figure is WeekFigure =>
  figure === 'goodsIn' || figure === 'returned' || figure === 'despatched'

/** A figure in the last weeks of the period that are over; balances have no weeks. */
function trendOf(figure: StockFigure | undefined, { weeks, today }: Flow): number[] {
  if (!isWeekFigure(figure)) return []
  return weeks
    .filter(({ start }) => !isUnfinished(start, 'week', today))
    .slice(-TREND_WEEKS)
    .map((week) => week[figure])
}

const cellsOf = (flow: Pieces) => [
  ...STOCK_FIGURE_CODES.map((figure) => formatCount(flow[figure])),
  flow.daysOfCover === null ? '–' : formatCount(flow.daysOfCover),
]

type ProfileProps = { readonly data: Flow; readonly category: string; readonly onCategory: (category: string) => void }

function Profile({ data, category, onCategory }: ProfileProps) {
  const { categories, topSkus, weeks, today, startDate, endDate } = data
  const goTo = useGoTo()
  const skus = (figure: StockFigure, days: Period = { startDate, endDate }) =>
    stockSkusAddress({ ...days, figure, ...(category && { category }) })
  const values = cellsOf(data)
  const weekNames = weeks.map(({ start, despatched }) => ({ name: startText(start, 'week'), value: despatched }))
  return (
    <>
      <Tiles>
        {COLUMNS.map((title, at) => (
          <Tile
            key={title}
            title={title}
            value={values[at] ?? ''}
            definition={title === 'Days of cover' ? COVER_DEFINITION : STOCK_FLOW_DEFINITION}
            to={skus(STOCK_FIGURE_CODES[at] ?? 'closing')}
            trend={trendOf(STOCK_FIGURE_CODES[at], data)}
          />
        ))}
        <Tile
          title="SKUs"
          value={formatCount(data.skus)}
          definition="SKUs with stock, or movements, in this period."
          to={stockSkusAddress({ startDate, endDate, figure: '', ...(category && { category }) })}
        />
      </Tiles>
      <div className={styles.pair}>
        <BarsFigure
          title="Units despatched by week"
          definition={STOCK_FLOW_DEFINITION}
          sentence={outOfOrdinary(weekNames)}
          subtitle="Units; weeks from Monday"
          bars={weeks.map(({ start, despatched }) => ({
            name: startText(start, 'week'),
            value: despatched,
            ...(isUnfinished(start, 'week', today) && { isOpen: true }),
          }))}
          figures={{
            columns: ['Week commencing', 'Goods in', 'Returns restocked', 'Despatched'],
            rows: weeks.map((week) => [
              startText(week.start, 'week'),
              formatCount(week.goodsIn),
              formatCount(week.returned),
              formatCount(week.despatched),
            ]),
          }}
          direction="up"
          onOpen={(at) => {
            const week = weeks[at]
            if (week) goTo(skus('despatched', clipPeriod(week.start, 'week', { startDate, endDate })))
          }}
        />
        <BarsFigure
          title="Units despatched by category"
          definition={STOCK_FLOW_DEFINITION}
          sentence={behindMost(
            categories.map(({ name, despatched }) => ({ name, value: despatched })),
            'units',
          )}
          subtitle="Units"
          remark="A SKU can be in several categories, so the bars don’t add up to the total."
          bars={categories.slice(0, 12).map(({ name, despatched }) => ({ name, value: despatched }))}
          figures={{ columns: ['Category', ...COLUMNS], rows: categories.map((one) => [one.name, ...cellsOf(one)]) }}
          direction="across"
          onOpen={(at) => {
            const one = categories[at]
            if (one) onCategory(one.name)
          }}
        />
      </div>
      <VolumeTable
        title="Best-selling SKUs"
        columns={['SKU', 'Description', ...COLUMNS]}
        words={2}
        rows={[
          ...topSkus.map((one) => ({
            key: `${one.clientCode} ${one.SKU}`,
            cells: [one.SKU, one.Item_Description, ...cellsOf(one)],
          })),
          {
            key: 'all',
            cells: [`All ${formatCount(data.skus)} SKUs`, '', ...cellsOf(data)],
            to: stockSkusAddress({ startDate, endDate, figure: '', ...(category && { category }) }),
            lists: [undefined, undefined, ...STOCK_FIGURE_CODES.map((figure) => skus(figure))],
            isSum: true,
          },
        ]}
      />
      {data.skus > topSkus.length && (
        <p className={styles.remark}>Top {topSkus.length} by units despatched. The export has all SKUs.</p>
      )}
      <p className={styles.remark}>{STOCK_FLOW_DEFINITION}</p>
    </>
  )
}
