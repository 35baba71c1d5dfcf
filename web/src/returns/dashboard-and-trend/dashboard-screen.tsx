import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { returnFigures, type ReturnsPart } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { addDays } from '@despatch/domain/calendar/day'
import { periodText } from '@despatch/domain/reports/periods'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ExportButton } from '../../kit/exports/export-button.tsx'
import { EmbeddedOrOwnReport } from '../../kit/exports/embedded-or-own-report.tsx'
import { useStore } from '../../kit/browser/store.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { wrongPeriodText } from '../../kit/list/filters/wrong-period.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { ReportProblem } from '../../kit/exports/report-problem.tsx'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import { FiguresSkeleton } from '../../kit/chart/figures-skeleton.tsx'
import { COUNTING_REFRESH_MS, StillCounting, waitingDaysOf } from '../../kit/chart/still-counting.tsx'
import { FigureFilters } from './figure-filters.tsx'
import { dashboardLinesAddress, dashboardSearch, type FigureSearch, WEEKS_BEFORE } from './figure-search.ts'
import { comparedText, definitionOf, returnsText } from './figure-text.ts'
import styles from './figures.module.css'
import { PartChart } from './part-chart.tsx'
import { ReasonTable } from './reason-table.tsx'
import { RefundsAndPostage } from './refunds-and-postage.tsx'
import { ReturnTiles } from './return-tiles.tsx'
import { useTrend } from './use-trend.ts'
import { WeekChart } from './week-chart.tsx'

/** Returns Dashboard: returns of a period by reason, product, carrier and region, and week by week. */
export function ReturnsDashboardScreen() {
  const [search, change] = useScreenSearch(dashboardSearch)
  const client = useStore(session.store, (now) => now.client)
  const wrong = wrongPeriodText(search)
  const { data, error, refetch } = useQuery({
    queryKey: ['return-dashboard', client, search],
    queryFn: ({ signal }) => call(returnFigures.dashboard, { body: search }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (waitingDaysOf(state.data) > 0 ? COUNTING_REFRESH_MS : false),
    enabled: wrong === undefined,
  })
  return (
    <ListPage
      title="Returns Dashboard"
      counted={
        !wrong && data && [periodText(search), returnsText(data), comparedText(search)].filter(Boolean).join('. ')
      }
      action={<DashboardFile search={search} lines={data?.lines} />}
      filters={<FigureFilters search={search} onChange={change} />}
    >
      <div className={styles.page}>
        <EmbeddedOrOwnReport report="returns-dashboard" period={search}>
          {wrong ? (
            <p className={styles.remark} role="alert">
              {wrong}
            </p>
          ) : error ? (
            <ReportProblem error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <FiguresSkeleton />
          ) : (
            <>
              <Weeks search={search} data={data} />
              {data.lines === 0 ? (
                <p className={styles.remark}>No returns on these dates. Choose other dates or another ‘Counted by’.</p>
              ) : (
                <Parts search={search} data={data} />
              )}
            </>
          )}
        </EmbeddedOrOwnReport>
      </div>
    </ListPage>
  )
}

function DashboardFile({ search, lines }: { readonly search: FigureSearch; readonly lines: number | undefined }) {
  const { startDate, endDate, ...filters } = search
  return <ExportButton report="returns-dashboard" period={{ startDate, endDate }} filters={filters} shownRows={lines} />
}

/** Figures of the period, and the weeks up to and including it. */
function Weeks({ search, data: board }: PartsProps) {
  const longer = useMemo(() => ({ ...search, startDate: addDays(search.startDate, -7 * WEEKS_BEFORE) }), [search])
  const { data, error, refetch } = useTrend(longer)
  if (error) return <ReportProblem error={error} onRetry={() => void refetch()} isInline />
  return (
    <>
      <StillCounting data={data} />
      {data && <ReturnTiles search={search} data={board} weeks={data.weeks} />}
      {data && data.lines > 0 && <WeekChart weeks={data.weeks} search={longer} linesAddress={dashboardLinesAddress} />}
    </>
  )
}

type PartsProps = { readonly search: FigureSearch; readonly data: RouteAnswer<typeof returnFigures.dashboard> }

function Parts({ search, data }: PartsProps) {
  const goTo = useGoTo()
  const opens = (key: 'category' | 'carrier' | 'region' | 'state') => (part: ReturnsPart) => {
    // Returns without a carrier or region are filtered by the bar's title.
    const value = part.name === '' ? part.title : part.name
    goTo(dashboardLinesAddress({ ...search, [key]: value }))
  }
  const defined = (rateOf?: string, ...notes: readonly string[]) => definitionOf(search.countedBy, rateOf, ...notes)
  return (
    <>
      <ReasonTable
        data={data}
        rateOf={OF_ORDERED}
        definition={defined(OF_ORDERED, SHORT_PERIODS)}
        onOpen={(SKU, reason) =>
          goTo(
            dashboardLinesAddress({
              ...search,
              ...(SKU && { SKU: SKU.name }),
              ...(reason && { reason: reason.name || reason.title }),
            }),
          )
        }
      />
      <div className={styles.pair}>
        <PartChart
          title="By category"
          noun="Category"
          parts={data.categories}
          definition={defined(OF_ORDERED, 'A SKU can be in several categories.', SHORT_PERIODS)}
          rateOf={OF_ORDERED}
          onOpen={opens('category')}
        />
        <PartChart title="Outcome" noun="Status" parts={data.states} definition={defined()} onOpen={opens('state')} />
      </div>
      <div className={styles.pair}>
        <PartChart
          title="By carrier"
          noun="Carrier"
          parts={data.carriers}
          definition={defined(OF_SENT)}
          rateOf={OF_SENT}
          onOpen={opens('carrier')}
        />
        <PartChart
          title="By region"
          noun="Region"
          parts={data.regions}
          definition={defined(OF_SENT)}
          rateOf={OF_SENT}
          onOpen={opens('region')}
        />
      </div>
      <RefundsAndPostage {...data} />
    </>
  )
}

const OF_ORDERED = 'Per 100 units ordered'
const OF_SENT = 'Per 100 parcels sent'
const SHORT_PERIODS = 'Rates of SKUs and categories are for up to 31 days.'
