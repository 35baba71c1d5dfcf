import type { Volume } from '@despatch/contract/reports/report-shapes'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import type { ParcelFigure } from '@despatch/domain/reports/figures'
import type { Period } from '@despatch/domain/reports/periods'
import { shareText } from '../figure-text.ts'
import { ordersAddress, parcelsAddress, returnsAddress, type WITH_RETURNS } from '../report-search.ts'

/** Volumes of several periods, or clients, as one. */
export function sumOf(volumes: readonly Volume[]) {
  const sum = (of: (volume: Volume) => number) => volumes.reduce((total, volume) => total + of(volume), 0)
  return {
    orders: sum(({ orders }) => orders),
    lines: sum(({ lines }) => lines),
    pieces: sum(({ pieces }) => pieces),
    parcels: sum(({ parcels }) => parcels),
    returned: sum(({ returned }) => returned),
    promised: sum(({ promised }) => promised),
    onTime: sum(({ onTime }) => onTime),
    values: valuesOf(volumes),
  }
}
export type VolumeSums = ReturnType<typeof sumOf>

/** Amounts of each currency, in whole ten-thousandths while they are summed. */
function valuesOf(volumes: readonly Volume[]) {
  const sums = new Map<string, bigint>()
  for (const { values } of volumes)
    for (const { currency, amount } of values)
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(Math.round(Number(amount) * 10_000)))
  return [...sums].map(([currency, amount]) => ({ currency, amount: (Number(amount) / 10_000).toFixed(4) }))
}

export const VOLUME_COLUMNS = ['Orders', 'Lines', 'Pieces', 'Parcels', 'Value', 'Pieces returned', 'On time'] as const

type Of = Period & { readonly client?: string }
/** The lists that make {@link volumeCells} of some days, behind a first cell. */
export function volumeLists(leaf: (typeof WITH_RETURNS)[number], { startDate, endDate, client = '' }: Of) {
  const of = { startDate, endDate, ...(client && { client }) }
  const orders = ordersAddress(leaf)({ ...of, figure: 'ordersReceived' })
  const parcels = (figure: ParcelFigure) => parcelsAddress(leaf)({ ...of, figure })
  return [
    undefined,
    orders,
    orders,
    orders,
    parcels('parcelsDespatched'),
    orders,
    returnsAddress(leaf)(of),
    parcels('parcelsPromised'),
  ]
}

/** Volumes as the cells of a table. */
export const volumeCells = (sums: VolumeSums): string[] => [
  formatCount(sums.orders),
  formatCount(sums.lines),
  formatCount(sums.pieces),
  formatCount(sums.parcels),
  sums.values.map(({ currency, amount }) => formatMoney(amount, currency)).join(' + ') || '–',
  formatCount(sums.returned),
  shareText(sums.onTime, sums.promised),
]

export const VOLUME_DEFINITION =
  'Orders, lines, pieces and value by the day an order was placed, cancelled ones left out; parcels by the day they left; pieces returned by the day they were received; on time by the day promised, once it is over.'
