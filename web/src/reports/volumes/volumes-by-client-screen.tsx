import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { Volume } from '@despatch/contract/reports/report-shapes'
import { formatCount } from '@despatch/domain/money/money'
import { FIGURES } from '@despatch/domain/reports/figures'
import { type Period, periodBefore, periodText } from '@despatch/domain/reports/periods'
import { sumVolumes, VOLUME_COLUMNS, VOLUME_DEFINITION } from '@despatch/domain/reports/volumes'
import { behindMost } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { BarsFigure } from '../bars-figure.tsx'
import { changeText, shareText } from '../../kit/tile/change-text.ts'
import { ReportExport } from '../report-export.tsx'
import { ReportPage } from '../report-page.tsx'
import { useVolumes } from '../report-queries.ts'
import { lastWeek, lastWeeks, lastYears, ordersAddress, weekSearch, yearSearch } from '../report-search.ts'
import { volumeCells, volumeLists } from './volume-figures.ts'
import { VolumeTable } from './volume-table.tsx'
import styles from '../reports.module.css'

export function VolumesByClientScreen() {
  const [search, change] = useScreenSearch(yearSearch)
  const year = Number(lastYears(1).startDate.slice(0, 4))
  const presets = [year, year - 1, year - 2].map((one) => ({
    label: `${one}`,
    period: { startDate: `${one}-01-01`, endDate: `${one}-12-31` },
  }))
  const whole = useVolumes({ ...search, grain: 'year', byClient: true })
  return (
    <ReportPage
      report="annual-volumes-by-client"
      title="Annual Volumes by Client"
      period={search}
      presets={presets}
      onPeriod={change}
      action={<ReportExport report="annual-volumes-by-client" search={search} />}
      query={whole}
    >
      <Clients volumes={whole.data?.volumes ?? []} search={search} leaf="managementReports.annualVolumesByClient" />
    </ReportPage>
  )
}

/** Summary Week by Client: one week beside the week before. */
export function SummaryWeekScreen() {
  const [search, change] = useScreenSearch(weekSearch)
  const before = periodBefore(search)
  const now = useVolumes({ ...search, grain: 'week', byClient: true })
  const earlier = useVolumes({ ...before, grain: 'week', byClient: true })
  return (
    <ReportPage
      report="summary-week-by-client"
      title="Summary Week by Client"
      period={search}
      presets={[
        { label: 'Last week', period: lastWeek() },
        { label: 'Previous week', period: { ...lastWeeks(2), endDate: periodBefore(lastWeek()).endDate } },
      ]}
      onPeriod={change}
      action={<ReportExport report="summary-week-by-client" search={search} />}
      query={{
        data: now.data && earlier.data,
        error: now.error ?? earlier.error,
        refetch: () => Promise.all([now.refetch(), earlier.refetch()]),
      }}
    >
      <Clients
        volumes={now.data?.volumes ?? []}
        before={{ volumes: earlier.data?.volumes ?? [], text: periodText(before) }}
        search={search}
        leaf="managementReports.summaryWeekByClient"
      />
    </ReportPage>
  )
}

type ClientsProps = {
  readonly volumes: readonly Volume[]
  readonly before?: { readonly volumes: readonly Volume[]; readonly text: string }
  readonly search: Period
  readonly leaf: 'managementReports.annualVolumesByClient' | 'managementReports.summaryWeekByClient'
}

/** A bar and a row for each client, largest first, with its share. */
function Clients({ volumes, before, search, leaf }: ClientsProps) {
  const goTo = useGoTo()
  const earlier = Map.groupBy(before?.volumes ?? [], ({ clientCode }) => clientCode)
  const rows = [...Map.groupBy(volumes, ({ clientCode }) => clientCode)]
    .map(([code, its]) => ({
      code,
      name: its[0]?.clientName ?? code,
      sums: sumVolumes(its),
      before: sumVolumes(earlier.get(code) ?? []),
    }))
    .toSorted((one, other) => other.sums.orders - one.sums.orders || (one.code < other.code ? -1 : 1))
  const all = sumVolumes(volumes)
  const share = ({ orders }: { orders: number }) => shareText(orders, all.orders)
  const listOf = (client: string) => ordersAddress(leaf)({ ...search, figure: 'ordersReceived', client })
  const columns = ['Client', ...VOLUME_COLUMNS, 'Share of orders', ...(before ? [`Orders on ${before.text}`] : [])]
  const cellsOf = (row: (typeof rows)[number]) => [
    ...volumeCells(row.sums),
    share(row.sums),
    ...(before ? [changeText(row.sums.orders, row.before.orders) || 'None before'] : []),
  ]
  return (
    <>
      <BarsFigure
        title="Orders by client"
        definition={FIGURES.ordersReceived.definition}
        sentence={behindMost(
          rows.map(({ name, sums }) => ({ name, value: sums.orders })),
          'orders',
        )}
        subtitle="Orders received, and share of all"
        bars={rows.map(({ name, sums }) => ({
          name,
          value: sums.orders,
          label: `${formatCount(sums.orders)}, ${share(sums)}`,
        }))}
        figures={{ columns, rows: rows.map((row) => [row.name, ...cellsOf(row)]) }}
        direction="across"
        onOpen={(at) => {
          const row = rows[at]
          if (row) goTo(listOf(row.code))
        }}
      />
      <VolumeTable
        title="Volumes by client"
        columns={columns}
        rows={[
          ...rows.map((row) => ({
            key: row.code,
            cells: [row.name, ...cellsOf(row)],
            to: listOf(row.code),
            lists: volumeLists(leaf, { ...search, client: row.code }),
          })),
          {
            key: 'all',
            cells: [
              'All',
              ...volumeCells(all),
              share(all),
              ...(before ? [changeText(all.orders, sumVolumes(before.volumes).orders) || 'None before'] : []),
            ],
            to: ordersAddress(leaf)({ ...search, figure: 'ordersReceived' }),
            lists: volumeLists(leaf, search),
            isSum: true,
          },
        ]}
      />
      <p className={styles.remark}>{VOLUME_DEFINITION}</p>
    </>
  )
}
