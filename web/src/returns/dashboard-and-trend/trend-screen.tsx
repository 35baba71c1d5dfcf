import { periodText } from '@despatch/domain/reports/periods'
import { EmbeddedOrOwnReport } from '../../kit/exports/embedded-or-own-report.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { wrongPeriodText } from '../../kit/list/filters/wrong-period.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { ReportProblem } from '../../kit/exports/report-problem.tsx'
import { FiguresSkeleton } from '../../kit/chart/figures-skeleton.tsx'
import { StillCounting } from '../../kit/chart/still-counting.tsx'
import { FigureFilters } from './figure-filters.tsx'
import { trendLinesAddress, trendSearch } from './figure-search.ts'
import { returnsText } from './figure-text.ts'
import styles from './figures.module.css'
import { TrendFile } from './trend-file.tsx'
import { useTrend } from './use-trend.ts'
import { WeekChart } from './week-chart.tsx'

/** Returns Trend Report: returns by week, and the report as a spreadsheet. */
export function ReturnsTrendScreen() {
  const [search, change] = useScreenSearch(trendSearch)
  const { data, error, refetch } = useTrend(search)
  const wrong = wrongPeriodText(search)
  return (
    <ListPage
      title="Returns Trend Report"
      counted={!wrong && data && `${periodText(search)}. ${returnsText(data)}`}
      action={<TrendFile search={search} />}
      filters={<FigureFilters search={search} onChange={change} />}
    >
      <div className={styles.page}>
        <EmbeddedOrOwnReport report="returns-trend" period={search}>
          {wrong ? (
            <p className={styles.remark} role="alert">
              {wrong}
            </p>
          ) : error ? (
            <ReportProblem error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <FiguresSkeleton />
          ) : data.lines === 0 && data.waitingDays === 0 ? (
            <p className={styles.remark}>No returns on these dates. Choose other dates or another ‘Counted by’.</p>
          ) : (
            <>
              <StillCounting data={data} />
              <WeekChart weeks={data.weeks} search={search} linesAddress={trendLinesAddress} />
            </>
          )}
        </EmbeddedOrOwnReport>
      </div>
    </ListPage>
  )
}
