import type { reports } from '@despatch/contract/reports/reports'
import type { CarrierRow, ParcelSums } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { type ParcelFigure, SHARES } from '@despatch/domain/reports/figures'
import { PARCEL_COLUMNS } from '@despatch/domain/reports/volumes'
import { rankByLowerBound } from '@despatch/domain/reports/wilson'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import { useRouter } from '@tanstack/react-router'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { BarsFigure } from '../bars-figure.tsx'
import { CarrierFilters, filterValue, hasFilters, NO_FILTERS, serviceOf } from './carrier-filters.tsx'
import {
  averageText,
  unitCost,
  costNote,
  costText,
  intervalText,
  onTimeShare,
  shareText,
  shareWithInterval,
} from '../figure-text.ts'
import { CarrierFigures, CarrierTiles } from './carrier-tiles.tsx'
import { parcelCells } from './parcel-figures.tsx'
import { ReportExport } from '../report-export.tsx'
import { ReportPage } from '../report-page.tsx'
import { useCarriers } from '../report-queries.ts'
import {
  type CarrierSearch,
  eventsAddress,
  lastWeek,
  lastWeeks,
  parcelsAddress,
  performanceSearch,
} from '../report-search.ts'
import styles from '../reports.module.css'

const parcels = parcelsAddress('reportsAndEnquiries.carrierPerformanceReport')
const events = eventsAddress('reportsAndEnquiries.carrierPerformanceReport')
const RANKED = 'Bars show the 95% range. Carriers with few parcels rank lower.'

export function CarrierPerformanceScreen() {
  const [search, change] = useScreenSearch(performanceSearch)
  const query = useCarriers(search)
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
      action={<ReportExport report="carrier-performance" search={search} figure="parcelsPromised" />}
      isCompared={query.data?.before !== null}
      query={query}
    >
      {query.data && <Performance search={search} data={query.data} />}
    </ReportPage>
  )
}

type PerformanceProps = { readonly search: CarrierSearch; readonly data: RouteAnswer<typeof reports.carriers> }

function Performance({ search, data }: PerformanceProps) {
  const router = useRouter()
  const open = (part: Record<string, string>) =>
    void router.navigate({ href: parcels({ ...search, ...part, figure: 'parcelsPromised' }) })
  const addressOf = (figure: ParcelFigure) => parcels({ ...search, figure })
  const { carriers, services, regions, weekdays } = data
  return (
    <>
      <CarrierTiles data={data} addressOf={addressOf} />
      <OnTime
        title="On time by carrier"
        noun="Carrier"
        rows={carriers.map((one) => ({ ...one, name: filterValue(one.carrier), title: one.carrierName }))}
        remark={RANKED}
        onOpen={(carrier) => open({ carrier })}
      />
      <div className={styles.pair}>
        <OnTime
          title="On time by service"
          noun="Service"
          rows={services}
          onOpen={(name) =>
            open({ carrier: filterValue(name.split('\t')[0] ?? ''), service: filterValue(serviceOf(name)) })
          }
        />
        <OnTime
          title="On time by region"
          noun="Region"
          rows={regions}
          onOpen={(name) => open({ region: filterValue(name) })}
        />
      </div>
      <div className={styles.pair}>
        <OnTime
          title="On time by weekday promised"
          noun="Weekday"
          rows={weekdays.map((one) => ({ ...one, name: `${one.weekday}`, title: WEEKDAYS[one.weekday] ?? '' }))}
          isInOrder
          onOpen={(weekday) => open({ weekday })}
        />
        <DaysToDeliver
          rows={carriers}
          onOpen={(carrier) =>
            void router.navigate({
              href: parcels({ ...search, carrier: filterValue(carrier), figure: 'parcelsDelivered' }),
            })
          }
        />
      </div>
      <Prices rows={carriers} search={search} />
      <CarrierFigures data={data} addressOf={addressOf} />
    </>
  )
}

type OnTimeProps = {
  readonly title: string
  readonly noun: string
  readonly rows: readonly (ParcelSums & { readonly name: string; readonly title: string })[]
  readonly remark?: string
  /** Rows keep their order and are not ranked. */
  readonly isInOrder?: boolean
  readonly onOpen: (name: string) => void
}

function OnTime({ title, noun, rows, remark, isInOrder = false, onOpen }: OnTimeProps) {
  const known = rows.filter(({ promised }) => promised > 0)
  const ranked = isInOrder ? known : rankByLowerBound(known, onTimeShare)
  return (
    <BarsFigure
      title={title}
      definition={SHARES.onTime}
      {...(remark && { remark })}
      bars={ranked.map((row) => ({
        name: row.title,
        value: (row.onTime / row.promised) * 100,
        label: shareWithInterval(row.onTime, row.promised),
      }))}
      most={100}
      figures={{
        columns: [noun, ...PARCEL_COLUMNS, '95% range'],
        rows: ranked.map((row) => [row.title, ...parcelCells(row), `${intervalText(row.onTime, row.promised)}%`]),
      }}
      direction="across"
      onOpen={(at) => {
        const row = ranked[at]
        if (row) onOpen(row.name)
      }}
    />
  )
}

type DaysToDeliverProps = { readonly rows: readonly CarrierRow[]; readonly onOpen: (carrier: string) => void }

function DaysToDeliver({ rows, onOpen }: DaysToDeliverProps) {
  const known = rows
    .filter(({ delivered }) => delivered > 0)
    .toSorted((one, other) => one.daysTaken / one.delivered - other.daysTaken / other.delivered)
  return (
    <BarsFigure
      title="Days from despatch to delivery"
      definition="Average days from despatch to delivery, for parcels delivered in this period."
      bars={known.map((row) => ({
        name: row.carrierName,
        value: row.daysTaken / row.delivered,
        label: averageText(row.daysTaken, row.delivered),
      }))}
      figures={{
        columns: ['Carrier', 'Delivered', 'Average days', 'Within 1 day', 'Within 2', 'Within 3', 'Within 5'],
        rows: known.map((row) => [
          row.carrierName,
          formatCount(row.delivered),
          averageText(row.daysTaken, row.delivered),
          ...[row.within1, row.within2, row.within3, row.within5].map((within) => shareText(within, row.delivered)),
        ]),
      }}
      direction="across"
      onOpen={(at) => {
        const row = known[at]
        if (row) onOpen(row.carrier)
      }}
    />
  )
}

/**
 * Failed attempts and cost per parcel, for users who see costs; hidden if filtered by properties that these do not
 * record.
 */
function Prices({ rows, search }: { readonly rows: readonly CarrierRow[]; readonly search: CarrierSearch }) {
  const router = useRouter()
  const { startDate, endDate } = search
  const open = (href: string) => void router.navigate({ href })
  const attempts = rows.filter(({ failedAttempts, delivered }) => failedAttempts !== null && delivered > 0)
  const priced = rows.flatMap(({ carrier, carrierName, costs = [] }) =>
    costs.map((one) => ({ ...one, carrier, name: costs.length > 1 ? `${carrierName}, ${one.currency}` : carrierName })),
  )
  if (attempts.length === 0 && priced.length === 0) return null
  return (
    <div className={styles.pair}>
      <BarsFigure
        title="Failed attempts per 100 delivered"
        definition={SHARES.failedAttempts}
        bars={attempts.map((row) => ({
          name: row.carrierName,
          value: ((row.failedAttempts ?? 0) / row.delivered) * 100,
          label: averageText((row.failedAttempts ?? 0) * 100, row.delivered),
        }))}
        figures={{
          columns: ['Carrier', 'Failed attempts', 'Delivered'],
          rows: attempts.map((row) => [
            row.carrierName,
            formatCount(row.failedAttempts ?? 0),
            formatCount(row.delivered),
          ]),
        }}
        direction="across"
        onOpen={(at) => {
          const row = attempts[at]
          if (row) open(events({ startDate, endDate, carrier: filterValue(row.carrier), state: 'delivery_failed' }))
        }}
      />
      {priced.length > 0 && (
        <BarsFigure
          title="Cost per parcel"
          definition={SHARES.costParcel}
          bars={priced.map((one) => ({
            name: one.name,
            value: one.parcels > one.unpriced ? Number(one.expected) / (one.parcels - one.unpriced) : 0,
            label:
              one.parcels > one.unpriced
                ? unitCost(one.expected, one.parcels - one.unpriced, one.currency)
                : costNote(one, ''),
          }))}
          figures={{
            columns: ['Carrier', 'Parcels', 'No known cost', 'Expected cost', 'Of which billed', 'Per parcel'],
            rows: priced.map((one) => [
              one.name,
              formatCount(one.parcels),
              formatCount(one.unpriced),
              costText(one, one.expected, one.currency),
              costText(one, one.billed, one.currency),
              unitCost(one.expected, one.parcels - one.unpriced, one.currency),
            ]),
          }}
          direction="across"
          onOpen={(at) => {
            const one = priced[at]
            if (one)
              open(parcels({ startDate, endDate, carrier: filterValue(one.carrier), figure: 'parcelsDespatched' }))
          }}
        />
      )}
    </div>
  )
}
