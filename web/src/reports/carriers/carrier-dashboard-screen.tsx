import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { reports } from '@despatch/contract/reports/reports'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { defaultReportWeek } from '@despatch/domain/calendar/week'
import { formatCount } from '@despatch/domain/money/money'
import { FIGURES } from '@despatch/domain/reports/figures'
import { PARCEL_COLUMNS } from '@despatch/domain/reports/volumes'
import { behindMost, outOfOrdinary } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { ReportProblem } from '../../kit/exports/report-problem.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { BarsFigure } from '../bars-figure.tsx'
import { CarrierFilters, filterValue, hasFilters, NO_FILTERS, serviceOf } from './carrier-filters.tsx'
import { NO_TARGETS, useTargets } from './carrier-targets.ts'
import { CarrierFigures, CarrierTiles } from './carrier-tiles.tsx'
import { CarrierCausesFigure } from './carrier-causes-figure.tsx'
import { clipPeriod, comparisonTexts, isUnfinished, startText } from '../figure-text.ts'
import { OnTimeFigure } from './on-time-figure.tsx'
import { parcelCells, parcelTable } from './parcel-figures.tsx'
import { useCarriers, useExceptions } from '../report-queries.ts'
import { ReportExport } from '../report-export.tsx'
import { ReportPage } from '../report-page.tsx'
import {
  type CarrierSearch,
  carrierSearch,
  eventsAddress,
  lastWeek,
  lastWeeks,
  parcelsAddress,
} from '../report-search.ts'
import styles from '../reports.module.css'
import { operatorToday, serverNow } from '../../kit/browser/clock.ts'

const LEAF = 'reportsAndEnquiries.carrierDashboard'
const parcels = parcelsAddress(LEAF)
const events = eventsAddress(LEAF)

export function CarrierDashboardScreen() {
  const [search, change] = useScreenSearch(carrierSearch)
  const query = useCarriers(search)
  const { startDate } = defaultReportWeek(serverNow())
  const presets = [
    { label: 'Last week', period: lastWeek() },
    { label: 'This week', period: thisWeek(startDate) },
    { label: 'Last 4 weeks', period: lastWeeks(4) },
    { label: 'Last 13 weeks', period: lastWeeks(13) },
  ]
  return (
    <ReportPage
      report="carrier-dashboard"
      title="Carrier Dashboard"
      period={search}
      presets={presets}
      onPeriod={change}
      filters={<CarrierFilters search={search} data={query.data} onChange={change} />}
      isNarrowed={hasFilters(search)}
      onClear={() => change(NO_FILTERS)}
      action={<ReportExport report="carrier-dashboard" search={search} figure="parcelsDespatched" />}
      isCompared={query.data?.before !== null}
      query={query}
    >
      {query.data && <Dashboard search={search} data={query.data} />}
    </ReportPage>
  )
}

/** Monday to today. */
function thisWeek(lastMonday: string) {
  const monday = new Date(`${lastMonday}T00:00:00Z`)
  monday.setUTCDate(monday.getUTCDate() + 7)
  return { startDate: monday.toISOString().slice(0, 10), endDate: operatorToday() }
}

type DashboardProps = { readonly search: CarrierSearch; readonly data: RouteAnswer<typeof reports.carriers> }

function Dashboard({ search, data }: DashboardProps) {
  const open = useGoTo()
  const targets = useTargets() ?? NO_TARGETS
  const { before } = comparisonTexts(search)
  const { series, grain, carriers, services, regions, today } = data
  const days = series.map((one) => ({ name: startText(one.start, grain), value: one.despatched }))
  const exceptions = useExceptions({ startDate: search.startDate, endDate: search.endDate, carrier: search.carrier })
  const openEvents = (part: Record<string, string>) => {
    const { startDate, endDate, carrier } = search
    open(events({ startDate, endDate, carrier, ...part }))
  }
  return (
    <>
      <CarrierTiles
        data={data}
        addressOf={(figure) => parcels({ ...search, figure })}
        target={targets.get(search.carrier)}
      />
      <div className={styles.pair}>
        <BarsFigure
          title={`Parcels despatched by ${grain}`}
          definition={FIGURES.parcelsDespatched.definition}
          sentence={outOfOrdinary(days)}
          subtitle={`Parcels${data.before ? `; ${before} in grey` : ''}`}
          bars={series.map((one, at) => ({
            name: days[at]?.name ?? '',
            value: one.despatched,
            ...(one.despatchedBefore !== null && { before: one.despatchedBefore }),
            ...(isUnfinished(one.start, grain, today) && { isOpen: true }),
          }))}
          figures={{
            columns: ['From', ...PARCEL_COLUMNS, ...(data.before ? [`Despatched, ${before}`] : [])],
            rows: series.map((one) => [
              startText(one.start, grain),
              ...parcelCells(one),
              ...(one.despatchedBefore === null ? [] : [formatCount(one.despatchedBefore)]),
            ]),
          }}
          direction="up"
          names={{ now: 'This period', before: `${before[0]?.toUpperCase()}${before.slice(1)}` }}
          onOpen={(at) => {
            const one = series[at]
            if (one) open(parcels({ ...search, ...clipPeriod(one.start, grain, search), figure: 'parcelsDespatched' }))
          }}
        />
        <OnTimeFigure
          title="On time by carrier"
          noun="Carrier"
          rows={carriers.map((one) => ({
            ...one,
            name: filterValue(one.carrier),
            title: one.carrierName,
            target: targets.get(one.carrier),
          }))}
          onOpen={(carrier) => open(parcels({ ...search, carrier, figure: 'parcelsPromised' }))}
        />
      </div>
      <div className={styles.pair}>
        <NotOnTime
          title="Not on time by service"
          noun="Service"
          rows={services}
          onOpen={(name) => {
            const [carrier = ''] = name.split('\t')
            open(
              parcels({
                ...search,
                carrier: filterValue(carrier),
                service: filterValue(serviceOf(name)),
                figure: 'parcelsNotOnTime',
              }),
            )
          }}
        />
        <NotOnTime
          title="Not on time by region"
          noun="Region"
          rows={regions}
          onOpen={(name) => open(parcels({ ...search, region: filterValue(name), figure: 'parcelsNotOnTime' }))}
        />
      </div>
      {exceptions.error && (
        <ReportProblem error={exceptions.error} onRetry={() => void exceptions.refetch()} isInline />
      )}
      {exceptions.data && (
        <CarrierCausesFigure
          data={exceptions.data}
          onCarrier={(carrier) => openEvents({ carrier: filterValue(carrier) })}
          onCause={({ state, reason }) => openEvents({ state, reason: reason || 'No reason' })}
        />
      )}
      <CarrierFigures data={data} addressOf={(figure) => parcels({ ...search, figure })} />
    </>
  )
}

type NotOnTimeProps = {
  readonly title: string
  readonly noun: string
  readonly rows: DashboardProps['data']['regions']
  readonly onOpen: (name: string) => void
}

/** Where most parcels are late or undelivered. */
function NotOnTime({ title, noun, rows, onOpen }: NotOnTimeProps) {
  const missed = ({ late, undelivered }: (typeof rows)[number]) => late + undelivered
  const worst = rows
    .filter((row) => missed(row) > 0)
    .toSorted((one, other) => missed(other) - missed(one))
    .slice(0, 12)
  return (
    <BarsFigure
      title={title}
      definition={FIGURES.parcelsNotOnTime.definition}
      sentence={behindMost(
        worst.map((row) => ({ name: row.title, value: missed(row) })),
        'late parcels',
      )}
      subtitle="Late or undelivered, of parcels promised"
      bars={worst.map((row) => ({
        name: row.title,
        value: missed(row),
        label: `${missed(row).toLocaleString('en-GB')} of ${row.promised.toLocaleString('en-GB')}`,
      }))}
      figures={parcelTable(noun, worst)}
      direction="across"
      onOpen={(at) => {
        const row = worst[at]
        if (row) onOpen(row.name)
      }}
    />
  )
}
