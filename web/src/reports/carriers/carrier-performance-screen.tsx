import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { reports } from '@despatch/contract/reports/reports'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import type { ParcelFigure } from '@despatch/domain/reports/figures'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ReportExport } from '../report-export.tsx'
import { ReportPage } from '../report-page.tsx'
import { useCarriers } from '../report-queries.ts'
import { type CarrierSearch, lastWeek, lastWeeks, parcelsAddress, performanceSearch } from '../report-search.ts'
import styles from '../reports.module.css'
import { CarrierFilters, filterValue, hasFilters, NO_FILTERS, serviceOf } from './carrier-filters.tsx'
import { CarrierFigures, CarrierTiles } from './carrier-tiles.tsx'
import { DaysToDeliver, Prices } from './delivery-figures.tsx'
import { NO_TARGETS, type Targets, useTargets } from './carrier-targets.ts'
import { OnTimeFigure } from './on-time-figure.tsx'
import { OnTimeWeeks } from './on-time-weeks.tsx'
import { RegionMap } from './region-map.tsx'
import { TargetsMenu } from './targets-dialog.tsx'
import { WeekdayMatrix } from './weekday-matrix.tsx'

const parcels = parcelsAddress('reportsAndEnquiries.carrierPerformanceReport')

export function CarrierPerformanceScreen() {
  const [search, change] = useScreenSearch(performanceSearch)
  const query = useCarriers(search)
  const targets = useTargets()
  const presets = [
    { label: 'Last week', period: lastWeek() },
    { label: 'Last 4 weeks', period: lastWeeks(4) },
    { label: 'Last 13 weeks', period: lastWeeks(13) },
    { label: 'Last 52 weeks', period: lastWeeks(52) },
  ]
  return (
    <ReportPage
      report="carrier-performance"
      title="Carrier Performance Report"
      period={search}
      presets={presets}
      onPeriod={change}
      filters={<CarrierFilters search={search} data={query.data} onChange={change} />}
      isNarrowed={hasFilters(search)}
      onClear={() => change(NO_FILTERS)}
      action={
        <>
          <ReportExport report="carrier-performance" search={search} figure="parcelsPromised" />
          {query.data && targets && <TargetsMenu carriers={query.data.carriers} targets={targets} />}
        </>
      }
      isCompared={query.data?.before !== null}
      query={query}
    >
      {query.data && <Performance search={search} data={query.data} targets={targets ?? NO_TARGETS} />}
    </ReportPage>
  )
}

type PerformanceProps = {
  readonly search: CarrierSearch
  readonly data: RouteAnswer<typeof reports.carriers>
  readonly targets: Targets
}

function Performance({ search, data, targets }: PerformanceProps) {
  const goTo = useGoTo()
  const open = (part: Record<string, string>) => goTo(parcels({ ...search, ...part, figure: 'parcelsPromised' }))
  const addressOf = (figure: ParcelFigure) => parcels({ ...search, figure })
  const { carriers, services, regions, weekdays } = data
  const ofService = (name: string) => ({
    carrier: filterValue(name.split('\t')[0] ?? ''),
    service: filterValue(serviceOf(name)),
  })
  return (
    <>
      <CarrierTiles data={data} addressOf={addressOf} target={targets.get(search.carrier)} />
      <OnTimeFigure
        title="On time by carrier"
        noun="Carrier"
        rows={carriers.map((one) => ({
          ...one,
          name: filterValue(one.carrier),
          title: one.carrierName,
          target: targets.get(one.carrier),
        }))}
        onOpen={(carrier) => open({ carrier })}
      />
      <OnTimeWeeks data={data} targets={targets} onOpen={(carrier) => open({ carrier })} />
      <div className={styles.pair}>
        <div className={styles.figure}>
          <RegionMap rows={regions} onOpen={(name) => open({ region: filterValue(name) })} />
        </div>
        <OnTimeFigure
          title="On time by weekday promised"
          noun="Weekday"
          rows={weekdays.map((one) => ({ ...one, name: `${one.weekday}`, title: WEEKDAYS[one.weekday] ?? '' }))}
          isInOrder
          onOpen={(weekday) => open({ weekday })}
        />
      </div>
      <WeekdayMatrix
        data={data}
        onOpen={(name, weekday) => open({ ...ofService(name), weekday })}
        onService={(name) => open(ofService(name))}
      />
      <OnTimeFigure
        title="On time by service"
        noun="Service"
        rows={services}
        onOpen={(name) => open(ofService(name))}
      />
      <DaysToDeliver
        rows={carriers}
        onOpen={(carrier) => goTo(parcels({ ...search, carrier: filterValue(carrier), figure: 'parcelsDelivered' }))}
      />
      <Prices rows={carriers} search={search} />
      <CarrierFigures data={data} addressOf={addressOf} />
    </>
  )
}
