import type { reports } from '@despatch/contract/reports/reports'
import type { Metrics } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import { FIGURES, type OrderFigure, type ParcelFigure, SHARES } from '@despatch/domain/reports/figures'
import { countChange, pointsText, type Share, sharePoint, shareText } from '../kit/tile/change-text.ts'
import { amountChange, costNote, onTimeShare, unitChange, unitCost } from './figure-text.ts'
import type { ComparedFigure } from './figures-table.tsx'
import { ordersAddress, parcelsAddress, returnsAddress } from './report-search.ts'
import { ShareNote } from '../kit/tile/tile.tsx'

const LEAF = 'managementReports.keyMetrics'
const orders = ordersAddress(LEAF)
const parcels = parcelsAddress(LEAF)
const returns = returnsAddress(LEAF)

export type KeyMetrics = RouteAnswer<typeof reports.keyMetrics>
type Week = KeyMetrics['weeks'][number]
/** A figure of Key Metrics. Those with a trend are tiles too. */
export type KeyFigure = ComparedFigure<Metrics> & { readonly trend?: (week: Week) => number | null }

/** Lists behind the figures of a period. */
const listsOf = ({ startDate, endDate }: Metrics) => ({
  ordersTo: (figure: OrderFigure) => orders({ startDate, endDate, figure }),
  parcelsTo: (figure: ParcelFigure) => parcels({ startDate, endDate, figure }),
  returnsTo: returns({ startDate, endDate }),
})

const counted = (of: (metrics: Metrics) => number) => ({
  value: (metrics: Metrics) => formatCount(of(metrics)),
  change: (now: Metrics, before: Metrics) => countChange(of(now), of(before)),
})
const shared = (of: (metrics: Metrics) => Share) => ({
  value: (metrics: Metrics) => shareText(of(metrics).hits, of(metrics).of),
  change: (now: Metrics, before: Metrics) => pointsText(of(now), of(before)),
})

/** All figures of Key Metrics for a period, tiles first. */
export const keyFigures = (now: Metrics): KeyFigure[] => [
  ...countFigures(now),
  ...shareFigures(now),
  ...otherFigures(now),
  ...sameDayFigures(now),
  ...amountFigures(now),
]

function countFigures(now: Metrics): KeyFigure[] {
  const { ordersTo, parcelsTo } = listsOf(now)
  return [
    {
      ...FIGURES.ordersReceived,
      ...counted(({ orders: count }) => count),
      to: ordersTo('ordersReceived'),
      trend: (week) => week.orders,
    },
    {
      ...FIGURES.ordersDespatched,
      ...counted(({ despatched }) => despatched),
      to: ordersTo('ordersDespatched'),
      trend: (week) => week.despatched,
    },
    {
      ...FIGURES.parcelsDespatched,
      ...counted(({ parcels: sums }) => sums.despatched),
      to: parcelsTo('parcelsDespatched'),
      trend: (week) => week.parcels,
    },
    {
      title: 'Units',
      definition: `Units of the orders received. ${FIGURES.ordersReceived.definition}`,
      ...counted(({ pieces }) => pieces),
      to: ordersTo('ordersReceived'),
      trend: (week) => week.pieces,
    },
  ]
}

function shareFigures(now: Metrics): KeyFigure[] {
  const { ordersTo, parcelsTo, returnsTo } = listsOf(now)
  const noteOf = ({ hits, of }: Share, hitsTo: string, ofTo: string, noun: string) =>
    of > 0 && <ShareNote hits={{ count: hits, to: hitsTo }} of={{ count: of, to: ofTo }} noun={noun} />
  const inTime = ({ due, dueInTime }: Pick<Metrics, 'due' | 'dueInTime'>) => ({ hits: dueInTime, of: due })
  const onTime = ({ parcels: sums }: Metrics) => onTimeShare(sums)
  const returned = ({ returned: hits, despatchedPieces: of }: Pick<Metrics, 'returned' | 'despatchedPieces'>) => ({
    hits,
    of,
  })
  return [
    {
      title: FIGURES.ordersDueInTime.title,
      definition: SHARES.inTime,
      ...shared(inTime),
      goodWhen: 'up',
      to: ordersTo('ordersDue'),
      note: noteOf(inTime(now), ordersTo('ordersDueInTime'), ordersTo('ordersDue'), 'due'),
      trend: (week) => sharePoint(inTime(week)),
    },
    {
      title: 'Delivered on time',
      definition: SHARES.onTime,
      ...shared(onTime),
      goodWhen: 'up',
      to: parcelsTo('parcelsPromised'),
      note: noteOf(onTime(now), parcelsTo('parcelsOnTime'), parcelsTo('parcelsPromised'), 'promised'),
      trend: (week) => sharePoint(onTimeShare(week)),
    },
    {
      title: 'Returns rate',
      definition: SHARES.returns,
      ...shared(returned),
      goodWhen: 'down',
      to: returnsTo,
      note: noteOf(returned(now), returnsTo, ordersTo('ordersDespatched'), 'units despatched'),
      trend: (week) => sharePoint(returned(week)),
    },
    {
      ...FIGURES.routingExceptions,
      ...counted(({ routingExceptions }) => routingExceptions),
      goodWhen: 'down',
      to: ordersTo('routingExceptions'),
      trend: (week) => week.routingExceptions,
    },
  ]
}

function otherFigures(now: Metrics): KeyFigure[] {
  const { ordersTo, parcelsTo, returnsTo } = listsOf(now)
  return [
    { ...FIGURES.ordersDue, ...counted(({ due }) => due), to: ordersTo('ordersDue') },
    { ...FIGURES.parcelsPromised, ...counted(({ parcels: sums }) => sums.promised), to: parcelsTo('parcelsPromised') },
    {
      title: 'Units returned',
      definition: 'Units by the day they were received back.',
      ...counted(({ returned }) => returned),
      to: returnsTo,
    },
    { ...FIGURES.ordersReleased, ...counted(({ released }) => released), to: ordersTo('ordersReleased') },
    {
      ...FIGURES.ordersDelivered,
      ...counted(({ ordersDelivered }) => ordersDelivered),
      to: ordersTo('ordersDelivered'),
    },
    {
      title: 'Lines',
      definition: `Lines of the orders received. ${FIGURES.ordersReceived.definition}`,
      ...counted(({ lines }) => lines),
      to: ordersTo('ordersReceived'),
    },
  ]
}

/** The service level of clients that have a promise for the same day. */
function sameDayFigures(now: Metrics): KeyFigure[] {
  const { startDate, endDate } = now
  const listOf = (figure: OrderFigure, client: string) => orders({ startDate, endDate, figure, client })
  return now.sameDay.map(({ client, promised, kept }) => {
    const share = ({ sameDay }: Metrics) => {
      const own = sameDay.find((one) => one.client === client)
      return { hits: own?.kept ?? 0, of: own?.promised ?? 0 }
    }
    const to = listOf('ordersSameDay', client)
    return {
      title: `${FIGURES.ordersSameDayKept.title}, ${client}`,
      definition: SHARES.sameDay,
      ...shared(share),
      goodWhen: 'up',
      to,
      note: (
        <ShareNote
          hits={{ count: kept, to: listOf('ordersSameDayKept', client) }}
          of={{ count: promised, to }}
          noun="promised"
        />
      ),
    }
  })
}

const isOf = (currency: string) => (one: { readonly currency: string }) => one.currency === currency

/** Values and costs by currency; costs only for users who see them. */
function amountFigures(now: Metrics): KeyFigure[] {
  const { ordersTo, parcelsTo } = listsOf(now)
  const amountOf = ({ values }: Metrics, currency: string) => values.find(isOf(currency))?.amount
  const costsOf = ({ costs = [] }: Metrics, currency: string) => costs.find(isOf(currency))
  return [
    ...now.values.map(({ currency }) => ({
      title: `Value of orders${now.values.length > 1 ? `, ${currency}` : ''}`,
      definition: `Value of the orders received. ${FIGURES.ordersReceived.definition}`,
      value: (metrics: Metrics) => formatMoney(amountOf(metrics, currency) ?? '0', currency),
      change: (one: Metrics, before: Metrics) =>
        amountChange(amountOf(one, currency) ?? '0', amountOf(before, currency)),
      to: ordersTo('ordersReceived'),
    })),
    ...(now.costs ?? []).map(({ currency, expected, ...known }) => ({
      title: `Cost per order${(now.costs?.length ?? 0) > 1 ? `, ${currency}` : ''}`,
      definition: SHARES.costOrder,
      value: (metrics: Metrics) => {
        const costs = costsOf(metrics, currency)
        return costs ? unitCost(costs.expected, costs.parcels > costs.unpriced ? metrics.despatched : 0, currency) : '–'
      },
      change: (one: Metrics, before: Metrics) =>
        unitChange(
          { amount: costsOf(one, currency)?.expected, of: one.despatched },
          { amount: costsOf(before, currency)?.expected, of: before.despatched },
        ),
      goodWhen: 'down' as const,
      to: parcelsTo('parcelsDespatched'),
      note: costNote(known, `${formatMoney(expected, currency)} in total`),
    })),
  ]
}
