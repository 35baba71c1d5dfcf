import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { formatCount } from '@despatch/domain/money/money'
import { FIGURES } from '@despatch/domain/reports/figures'
import { behindMost, outOfOrdinary } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { BarsFigure } from '../bars-figure.tsx'
import { filterValue } from './carrier-filters.tsx'
import { CausesFigure } from './causes-figure.tsx'
import { countChange } from '../../kit/tile/change-text.ts'
import { clipPeriod, isUnfinished, startText } from '../figure-text.ts'
import { FiguresTable } from '../figures-table.tsx'
import { ReportExport } from '../report-export.tsx'
import { ReportPage } from '../report-page.tsx'
import { useExceptions } from '../report-queries.ts'
import { eventsAddress, lastWeek, lastWeeks, quarterSearch } from '../report-search.ts'
import styles from '../reports.module.css'

const events = eventsAddress('reportsAndEnquiries.carrierDeliveryExceptions')

export function ExceptionFiguresScreen() {
  const [search, change] = useScreenSearch(quarterSearch)
  const query = useExceptions(search)
  const goTo = useGoTo()
  const open = (part: Record<string, string>) => goTo(events({ ...search, ...part }))
  const presets = [
    { label: 'Last week', period: lastWeek() },
    { label: 'Last 4 weeks', period: lastWeeks(4) },
    { label: 'Last 13 weeks', period: lastWeeks(13) },
    { label: 'Last 52 weeks', period: lastWeeks(52) },
  ]
  const { data } = query
  const series = data?.series ?? []
  const named = series.map((one) => ({ name: startText(one.start, data?.grain ?? 'week'), value: one.events }))
  return (
    <ReportPage
      report="carrier-exceptions"
      title="Exception trends"
      period={search}
      presets={presets}
      onPeriod={change}
      filters={
        <ChoiceChip
          name="Carrier"
          value={search.carrier}
          options={(data?.carriers ?? []).map((one) => ({ value: filterValue(one.carrier), label: one.carrierName }))}
          onChange={(carrier) => change({ carrier })}
        />
      }
      isNarrowed={search.carrier !== ''}
      onClear={() => change({ carrier: '' })}
      action={<ReportExport report="carrier-exceptions" search={search} />}
      query={query}
    >
      {data && (
        <>
          <FiguresTable
            figures={[
              {
                title: FIGURES.exceptions.title,
                definition: FIGURES.exceptions.definition,
                value: formatCount,
                change: countChange,
                goodWhen: 'down',
                to: events(search),
              },
            ]}
            period={data}
            now={data.events}
            before={data.before}
            yearBefore={data.yearBefore}
          />
          <BarsFigure
            title={`Delivery exceptions by ${data.grain}`}
            definition={FIGURES.exceptions.definition}
            sentence={outOfOrdinary(named)}
            subtitle="Carrier events"
            bars={series.map((one, at) => ({
              name: named[at]?.name ?? '',
              value: one.events,
              ...(isUnfinished(one.start, data.grain, data.today) && { isOpen: true }),
            }))}
            figures={{
              columns: ['From', 'Events'],
              rows: named.map(({ name, value }) => [name, formatCount(value)]),
            }}
            direction="up"
            onOpen={(at) => {
              const one = series[at]
              if (one) open(clipPeriod(one.start, data.grain, search))
            }}
          />
          <div className={styles.pair}>
            <CausesFigure
              causes={data.causes}
              onOpen={({ state, reason }) => open({ state, reason: reason || 'No reason' })}
            />
            <BarsFigure
              title="Delivery exceptions by carrier"
              definition={FIGURES.exceptions.definition}
              sentence={behindMost(
                data.carriers.map(({ carrierName, events: count }) => ({ name: carrierName, value: count })),
                'delivery exceptions',
              )}
              subtitle="Carrier events"
              bars={data.carriers.map(({ carrierName, events: count }) => ({ name: carrierName, value: count }))}
              figures={{
                columns: ['Carrier', 'Events'],
                rows: data.carriers.map(({ carrierName, events: count }) => [carrierName, formatCount(count)]),
              }}
              direction="across"
              onOpen={(at) => {
                const one = data.carriers[at]
                if (one) open({ carrier: filterValue(one.carrier) })
              }}
            />
          </div>
        </>
      )}
    </ReportPage>
  )
}
