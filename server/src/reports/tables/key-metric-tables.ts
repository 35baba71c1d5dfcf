import type { Metrics } from '@despatch/contract/reports/report-shapes'
import { FIGURES, SHARES } from '@despatch/domain/reports/figures'
import { type Period, periodText } from '@despatch/domain/reports/periods'
import type { Cell, Sheet } from '../../exports/exported-report.ts'
import type { FiguresContext } from '../figures-context.ts'
import { keyMetrics } from '../key-metrics.ts'
import { shareOf } from './cells.ts'

const COUNTED: readonly (readonly [title: string, of: (metrics: Metrics) => Cell])[] = [
  [FIGURES.ordersReceived.title, ({ orders }) => orders],
  [FIGURES.ordersReleased.title, ({ released }) => released],
  [FIGURES.ordersDespatched.title, ({ despatched }) => despatched],
  [FIGURES.ordersDelivered.title, ({ ordersDelivered }) => ordersDelivered],
  ['Lines', ({ lines }) => lines],
  ['Units', ({ pieces }) => pieces],
  [FIGURES.parcelsDespatched.title, ({ parcels }) => parcels.despatched],
  [FIGURES.routingExceptions.title, ({ routingExceptions }) => routingExceptions],
  [FIGURES.ordersDue.title, ({ due }) => due],
  [FIGURES.ordersDueInTime.title, ({ due, dueInTime }) => shareOf(dueInTime, due)],
  [FIGURES.parcelsPromised.title, ({ parcels }) => parcels.promised],
  ['Delivered on time', ({ parcels }) => shareOf(parcels.onTime, parcels.promised)],
  ['Units returned', ({ returned }) => returned],
  ['Returns rate', ({ returned, despatchedPieces }) => shareOf(returned, despatchedPieces)],
]

/** Definitions of the figures. */
export const METRIC_DEFINITIONS: [string, string][] = [
  ...(
    [
      'ordersReceived',
      'ordersReleased',
      'ordersDespatched',
      'ordersDelivered',
      'parcelsDespatched',
      'routingExceptions',
    ] as const
  ).map((figure): [string, string] => [FIGURES[figure].title, FIGURES[figure].definition]),
  ['Lines, units and value', `Of the orders received. ${FIGURES.ordersReceived.definition}`],
  [FIGURES.ordersDueInTime.title, SHARES.inTime],
  [FIGURES.ordersSameDayKept.title, SHARES.sameDay],
  ['Delivered on time', SHARES.onTime],
  ['Returns rate', SHARES.returns],
]

const sameDayOf =
  (code: string) =>
  ({ sameDay }: Metrics): Cell => {
    const own = sameDay.find(({ client }) => client === code)
    return own ? shareOf(own.kept, own.promised) : null
  }

/** Key Metrics: a row per figure with its comparison periods, and orders and parcels by week. */
export async function keyMetricTables(context: FiguresContext, period: Period): Promise<[Sheet, Sheet]> {
  const { now, before, yearBefore, weeks } = await keyMetrics(context, { body: period })
  const all = [now, before, yearBefore].filter((metrics) => metrics !== null)
  const currencies = [...new Set(all.flatMap(({ values }) => values.map(({ currency }) => currency)))].toSorted()
  const valueIn =
    (currency: string) =>
    ({ values }: Metrics): Cell => {
      const value = values.find((one) => one.currency === currency)
      return value ? { amount: Number(value.amount) } : null
    }
  const promised = [...new Set(all.flatMap(({ sameDay }) => sameDay.map(({ client }) => client)))].toSorted()
  const figures = [
    ...COUNTED,
    ...promised.map((code) => [`${FIGURES.ordersSameDayKept.title}, ${code}`, sameDayOf(code)] as const),
    ...currencies.map((currency) => [`Value of orders, ${currency}`, valueIn(currency)] as const),
  ]
  return [
    {
      name: 'Key metrics',
      header: [
        'Figure',
        periodText(now),
        ...(before ? [`Before: ${periodText(before)}`] : []),
        ...(yearBefore ? [`Year before: ${periodText(yearBefore)}`] : []),
      ],
      rows: figures.map(([title, of]) => [title, ...all.map(of)]),
    },
    {
      name: 'Orders by week',
      header: ['Week commencing', 'Orders received', 'Orders despatched', 'Parcels despatched'],
      rows: weeks.map(({ start, orders, despatched, parcels }) => [{ day: start }, orders, despatched, parcels]),
    },
  ]
}
