import { returnFigures, type ReturnsPart } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { addDays } from '@despatch/domain/calendar/day'
import { formatMoney } from '@despatch/domain/money/money'
import { COUNTED_BY } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
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
import { dashboardLinesAddress, dashboardSearch, type FigureSearch } from './figure-search.ts'
import { returnsText } from './figure-text.ts'
import styles from './figures.module.css'
import { PartChart } from './part-chart.tsx'
import { useTrend } from './use-trend.ts'
import { WeekChart } from './week-chart.tsx'

/** Weeks before the chosen period, for comparison. */
const WEEKS_BEFORE = 12

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
      counted={!wrong && data && returnsText(data)}
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
              <Weeks search={search} />
              {data.lines === 0 ? (
                <p className={styles.remark}>
                  Nothing came back in these days. Choose other days, or something else that returns are counted by.
                </p>
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

/** Weeks up to and including the chosen period. */
function Weeks({ search }: { readonly search: FigureSearch }) {
  const longer = useMemo(() => ({ ...search, startDate: addDays(search.startDate, -7 * WEEKS_BEFORE) }), [search])
  const { data, error, refetch } = useTrend(longer)
  if (error) return <ReportProblem error={error} onRetry={() => void refetch()} isInline />
  return (
    <>
      <StillCounting data={data} />
      {data && data.lines > 0 && <WeekChart weeks={data.weeks} search={longer} linesAddress={dashboardLinesAddress} />}
    </>
  )
}

type PartsProps = { readonly search: FigureSearch; readonly data: RouteAnswer<typeof returnFigures.dashboard> }

function Parts({ search, data }: PartsProps) {
  const router = useRouter()
  const opens = (key: 'SKU' | 'category' | 'reason' | 'carrier' | 'region' | 'state') => (part: ReturnsPart) => {
    // Returns without a reason, carrier or region are filtered by the bar's title.
    const value = part.name === '' ? part.title : part.name
    void router.navigate({ href: dashboardLinesAddress({ ...search, [key]: value }) })
  }
  const { daysToRefund, postage, refunds } = data
  return (
    <>
      <div className={styles.pair}>
        <PartChart title="By reason" noun="Reason" parts={data.reasons} rateOf={OF_ORDERED} onOpen={opens('reason')} />
        <PartChart
          title="By SKU"
          noun="SKU"
          parts={data.SKUs}
          remark="The twelve that come back most. Rates are known of up to 31 days."
          rateOf={OF_ORDERED}
          onOpen={opens('SKU')}
        />
      </div>
      <div className={styles.pair}>
        <PartChart
          title="By category"
          noun="Category"
          parts={data.categories}
          remark="A SKU may be in several categories: their bars overlap, and do not add up to the total. Rates are known of up to 31 days."
          rateOf={OF_ORDERED}
          onOpen={opens('category')}
        />
        <PartChart
          title="What became of them"
          noun="State"
          parts={data.states}
          remark={
            daysToRefund
              ? `From announcement to refund: ${days(daysToRefund.middle)} for half of them, ${days(daysToRefund.ninthOfTen)} for nine in ten.`
              : 'None of these was both announced and refunded yet.'
          }
          onOpen={opens('state')}
        />
      </div>
      <div className={styles.pair}>
        <PartChart
          title="By carrier"
          noun="Carrier"
          parts={data.carriers}
          rateOf="Per 100 parcels sent"
          onOpen={opens('carrier')}
        />
        <PartChart
          title="By region"
          noun="Region"
          parts={data.regions}
          rateOf="Per 100 parcels sent"
          onOpen={opens('region')}
        />
      </div>
      {refunds.map(({ currency, amount, deduction, returns }) => (
        <p key={currency} className={styles.remark}>
          Refunded in these days: {formatMoney(amount, currency)} for {returns.toLocaleString('en-GB')}{' '}
          {returns === 1 ? 'return' : 'returns'}
          {Number(deduction) > 0 && `, after ${formatMoney(deduction, currency)} taken off`}.
        </p>
      ))}
      {postage.map(({ currency, amount, shoppersPay, parcels }) => (
        <p key={currency} className={styles.remark}>
          The way back of what was announced in these days and has been sent: {formatMoney(amount, currency)} for{' '}
          {parcels.toLocaleString('en-GB')} {parcels === 1 ? 'parcel' : 'parcels'}
          {Number(shoppersPay) > 0 && `; shoppers pay ${formatMoney(shoppersPay, currency)} more themselves`}.
        </p>
      ))}
      <p className={styles.remark}>
        {COUNTED_BY[search.countedBy].definition} Rates compare them with what was ordered, or sent, on the same days.
      </p>
    </>
  )
}

const OF_ORDERED = 'Per 100 pieces ordered'
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
