import type { reports } from '@despatch/contract/reports/reports'
import type { Metrics } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { addDays } from '@despatch/domain/calendar/day'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import { FIGURES, type OrderFigure, type ParcelFigure, SHARES } from '@despatch/domain/reports/figures'
import { levelAndChange } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { useRouter } from '@tanstack/react-router'
import { useScreenSearch } from '../kit/list/filters/screen-search.ts'
import { BarsFigure } from './bars-figure.tsx'
import {
  amountChange,
  changesOf,
  countChange,
  unitCost,
  costNote,
  unitChange,
  onTimeShare,
  pointsText,
  shareText,
  startText,
} from './figure-text.ts'
import { ReportExport } from './report-export.tsx'
import { ReportPage } from './report-page.tsx'
import { useKeyMetrics } from './report-queries.ts'
import { lastWeek, lastWeeks, ordersAddress, parcelsAddress, returnsAddress, weekSearch } from './report-search.ts'
import { ShareNote, Tile, Tiles } from './tile.tsx'

const LEAF = 'managementReports.keyMetrics'
const orders = ordersAddress(LEAF)
const parcels = parcelsAddress(LEAF)
type KeyMetrics = RouteAnswer<typeof reports.keyMetrics>

export function KeyMetricsScreen() {
  const [search, change] = useScreenSearch(weekSearch)
  const query = useKeyMetrics(search)
  const presets = [
    { label: 'Last week', period: lastWeek() },
    { label: 'Last 4 weeks', period: lastWeeks(4) },
    { label: 'Last 13 weeks', period: lastWeeks(13) },
  ]
  return (
    <ReportPage
      report="key-metrics"
      title="Key Metrics"
      period={search}
      presets={presets}
      onPeriod={change}
      action={<ReportExport report="key-metrics" search={search} />}
      query={query}
    >
      {query.data && (
        <>
          <MetricTiles data={query.data} />
          <Weeks weeks={query.data.weeks} />
        </>
      )}
    </ReportPage>
  )
}

type Counted = { title: string; definition: string; of: (metrics: Metrics) => number; to?: string }
/** A share with the lists of its numerator and denominator, and the one that the tile opens. */
type Shared = {
  title: string
  definition: string
  of: (metrics: Metrics) => { hits: number; of: number }
  noun: string
  hitsTo: string
  ofTo: string
  to: string
}

function MetricTiles({ data }: { readonly data: KeyMetrics }) {
  const { now } = data
  const { startDate, endDate } = now
  const ordersTo = (figure: OrderFigure) => orders({ startDate, endDate, figure })
  const parcelsTo = (figure: ParcelFigure) => parcels({ startDate, endDate, figure })
  const counted: Counted[] = [
    { ...FIGURES.ordersReceived, of: ({ orders: count }) => count, to: ordersTo('ordersReceived') },
    { ...FIGURES.ordersReleased, of: ({ released }) => released, to: ordersTo('ordersReleased') },
    { ...FIGURES.ordersDespatched, of: ({ despatched }) => despatched, to: ordersTo('ordersDespatched') },
    { ...FIGURES.ordersDelivered, of: ({ ordersDelivered }) => ordersDelivered, to: ordersTo('ordersDelivered') },
    {
      title: 'Lines',
      definition: `Lines of the orders received. ${FIGURES.ordersReceived.definition}`,
      of: ({ lines }) => lines,
      to: ordersTo('ordersReceived'),
    },
    {
      title: 'Units',
      definition: `Units of the orders received. ${FIGURES.ordersReceived.definition}`,
      of: ({ pieces }) => pieces,
      to: ordersTo('ordersReceived'),
    },
    { ...FIGURES.parcelsDespatched, of: ({ parcels: sums }) => sums.despatched, to: parcelsTo('parcelsDespatched') },
    {
      ...FIGURES.routingExceptions,
      of: ({ routingExceptions }) => routingExceptions,
      to: ordersTo('routingExceptions'),
    },
  ]
  const shared: Shared[] = [
    {
      title: FIGURES.ordersDueInTime.title,
      definition: SHARES.inTime,
      of: ({ due, dueInTime }) => ({ hits: dueInTime, of: due }),
      noun: 'due',
      hitsTo: ordersTo('ordersDueInTime'),
      ofTo: ordersTo('ordersDue'),
      to: ordersTo('ordersDue'),
    },
    {
      title: 'Delivered on time',
      definition: SHARES.onTime,
      of: ({ parcels: sums }) => onTimeShare(sums),
      noun: 'promised',
      hitsTo: parcelsTo('parcelsOnTime'),
      ofTo: parcelsTo('parcelsPromised'),
      to: parcelsTo('parcelsPromised'),
    },
    {
      title: 'Returns rate',
      definition: SHARES.returns,
      of: ({ returned, despatchedPieces }) => ({ hits: returned, of: despatchedPieces }),
      noun: 'units despatched',
      hitsTo: returnsAddress(LEAF)({ startDate, endDate }),
      ofTo: ordersTo('ordersDespatched'),
      to: returnsAddress(LEAF)({ startDate, endDate }),
    },
  ]
  return (
    <Tiles>
      {counted.map(({ title, definition, of, to }) => (
        <Tile
          key={title}
          title={title}
          definition={definition}
          value={formatCount(of(now))}
          to={to}
          changes={changesOf(data, now, (earlier) => countChange(of(now), of(earlier)))}
        />
      ))}
      {shared.map(({ title, definition, of, noun, hitsTo, ofTo, to }) => (
        <Tile
          key={title}
          title={title}
          definition={definition}
          value={shareText(of(now).hits, of(now).of)}
          to={to}
          changes={changesOf(data, now, (earlier) => pointsText(of(now), of(earlier)))}
          note={
            of(now).of > 0 && (
              <ShareNote hits={{ count: of(now).hits, to: hitsTo }} of={{ count: of(now).of, to: ofTo }} noun={noun} />
            )
          }
        />
      ))}
      {now.values.map(({ currency, amount }) => (
        <Tile
          key={currency}
          title={`Value of orders${now.values.length > 1 ? `, ${currency}` : ''}`}
          definition={`Value of the orders received. ${FIGURES.ordersReceived.definition}`}
          value={formatMoney(amount, currency)}
          to={ordersTo('ordersReceived')}
          changes={changesOf(data, now, ({ values }) => amountChange(amount, values.find(isOf(currency))?.amount))}
        />
      ))}
      {now.costs?.map(({ currency, expected, ...known }) => (
        <Tile
          key={currency}
          title={`Cost per order${(now.costs?.length ?? 0) > 1 ? `, ${currency}` : ''}`}
          definition={SHARES.costOrder}
          value={unitCost(expected, known.parcels > known.unpriced ? now.despatched : 0, currency)}
          to={parcelsTo('parcelsDespatched')}
          changes={changesOf(data, now, (earlier) =>
            unitChange(
              { amount: expected, of: now.despatched },
              { amount: earlier.costs?.find(isOf(currency))?.expected, of: earlier.despatched },
            ),
          )}
          note={costNote(known, `${formatMoney(expected, currency)} in total`)}
        />
      ))}
    </Tiles>
  )
}

const isOf = (currency: string) => (one: { readonly currency: string }) => one.currency === currency

/** The thirteen weeks up to the end of the period. */
function Weeks({ weeks }: { readonly weeks: KeyMetrics['weeks'] }) {
  const router = useRouter()
  const over = weeks.filter(({ isOver }) => isOver)
  const last = over.at(-1)
  return (
    <BarsFigure
      title="Orders received by week"
      definition={FIGURES.ordersReceived.definition}
      sentence={
        last
          ? levelAndChange(
              { name: `Week of ${startText(last.start, 'week')}`, value: last.orders },
              over.slice(-9, -1).map((week) => week.orders),
              ['order', 'orders'],
            )
          : ''
      }
      bars={weeks.map((week) => ({
        name: startText(week.start, 'week'),
        value: week.orders,
        ...(!week.isOver && { isOpen: true }),
      }))}
      figures={{
        columns: ['Week commencing', 'Orders received', 'Orders despatched', 'Parcels despatched'],
        rows: weeks.map((week) => [
          startText(week.start, 'week'),
          formatCount(week.orders),
          formatCount(week.despatched),
          formatCount(week.parcels),
        ]),
      }}
      direction="up"
      onOpen={(at) => {
        const week = weeks[at]
        if (week)
          void router.navigate({
            href: orders({ startDate: week.start, endDate: addDays(week.start, 6), figure: 'ordersReceived' }),
          })
      }}
    />
  )
}
