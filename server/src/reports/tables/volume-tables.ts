import type { Volume } from '@despatch/contract/reports/report-shapes'
import { type Grain, type Period, periodBefore, periodOfYearBefore, periodText } from '@despatch/domain/reports/periods'
import {
  type CountedVolume,
  firstPeriodWithData,
  sumVolumes,
  VOLUME_COLUMNS,
  firstCompletePeriod,
} from '@despatch/domain/reports/volumes'
import type { Cell, Sheet } from '../../exports/exported-report.ts'
import type { FiguresContext } from '../figures-context.ts'
import { volumes } from '../volumes.ts'
import { shareOf } from './cells.ts'

const read = async (context: FiguresContext, { startDate, endDate }: Period, grain: Grain, byClient = false) =>
  (await volumes(context, { body: { startDate, endDate, grain, byClient } })).volumes

/** Columns of volumes; the value has one column for each currency. */
function columnsOf(all: readonly CountedVolume[]) {
  const currencies = [...new Set(all.flatMap(({ values }) => values.map(({ currency }) => currency)))].toSorted()
  const isOne = currencies.length <= 1
  const amountOf = ({ values }: CountedVolume, currency: string): Cell => {
    const value = values.find((one) => one.currency === currency)
    return value ? { amount: Number(value.amount) } : null
  }
  return {
    header: VOLUME_COLUMNS.flatMap((name) =>
      name !== 'Value' ? [name] : isOne ? ['Value', 'Currency'] : currencies.map((currency) => `Value, ${currency}`),
    ),
    cellsOf: (sums: CountedVolume): Cell[] => [
      sums.orders,
      sums.lines,
      sums.pieces,
      sums.parcels,
      ...(isOne
        ? [amountOf(sums, currencies[0] ?? ''), currencies[0] ?? '']
        : currencies.map((currency) => amountOf(sums, currency))),
      sums.returned,
      shareOf(sums.onTime, sums.promised),
    ],
  }
}

/** Annual Volumes: a row for each month and each year. */
export async function annualVolumes(context: FiguresContext, period: Period): Promise<[Sheet, Sheet]> {
  const months = await read(context, period, 'month')
  const { header, cellsOf } = columnsOf(months)
  const years = [...Map.groupBy(months, ({ start }) => start.slice(0, 4))]
  return [
    {
      name: 'Volumes by month',
      header: ['Month', ...header],
      rows: months.map((month) => [{ month: month.start }, ...cellsOf(month)]),
    },
    {
      name: 'Volumes by year',
      header: ['Year', ...header],
      rows: years.map(([year, its]) => [Number(year), ...cellsOf(sumVolumes(its))]),
    },
  ]
}

/** Annual Volumes by Client: a row for each client, and a total. */
export const volumesByClient = async (context: FiguresContext, period: Period): Promise<[Sheet, Sheet]> =>
  clientTables(await read(context, period, 'year', true))

/** Summary Week by Client: the same, with orders of the week before. */
export async function summaryWeek(context: FiguresContext, period: Period): Promise<[Sheet, Sheet]> {
  const days = periodBefore(period)
  const [now, before] = [await read(context, period, 'week', true), await read(context, days, 'week', true)]
  return clientTables(now, { volumes: before, text: periodText(days) })
}

function clientTables(
  now: readonly Volume[],
  before?: { readonly volumes: readonly Volume[]; readonly text: string },
): [Sheet, Sheet] {
  const { header, cellsOf } = columnsOf(now)
  const earlier = Map.groupBy(before?.volumes ?? [], ({ clientCode }) => clientCode)
  const all = sumVolumes(now)
  const rowOf = (of: readonly Volume[], ofBefore: readonly Volume[]) => {
    const [sums, was] = [sumVolumes(of), sumVolumes(ofBefore).orders]
    const compared = before ? [was, shareOf(sums.orders - was, was)] : []
    return [...cellsOf(sums), shareOf(sums.orders, all.orders), ...compared]
  }
  const columns = [...header, 'Share of orders', ...(before ? [`Orders on ${before.text}`, 'Change'] : [])]
  const clients = [...Map.groupBy(now, ({ clientCode }) => clientCode)].map(([code, its]) => ({
    code,
    name: its[0]?.clientName ?? code,
    orders: sumVolumes(its).orders,
    row: rowOf(its, earlier.get(code) ?? []),
  }))
  return [
    {
      name: 'Volumes by client',
      header: ['Client', 'Code', ...columns],
      rows: clients
        .toSorted((one, other) => other.orders - one.orders || (one.code < other.code ? -1 : 1))
        .map(({ code, name, row }) => [name, code, ...row]),
    },
    { name: 'All clients', header: columns, rows: [rowOf(now, before?.volumes ?? [])] },
  ]
}

/** Volume Trends: a row for each week with the same week of the year before. Empty before the first data. */
export async function volumeTrends(context: FiguresContext, period: Period): Promise<[Sheet]> {
  const now = await read(context, period, 'week')
  const before = await read(context, periodOfYearBefore(period), 'week')
  const known = firstPeriodWithData([...before, ...now]) - before.length
  const whole = firstCompletePeriod([...before, ...now])
  const pair = (at: number, of: (volume: Volume) => number): Cell[] => {
    const [one, other] = [now[at], before[at]]
    return [one && at >= known ? of(one) : null, other && at >= whole ? of(other) : null]
  }
  return [
    {
      name: 'Volumes by week',
      header: ['Week commencing', 'Orders', 'Orders last year', 'Parcels', 'Parcels last year'],
      rows: now.map(({ start }, at) => [
        { day: start },
        ...pair(at, ({ orders }) => orders),
        ...pair(at, ({ parcels }) => parcels),
      ]),
    },
  ]
}
