import type { Volume } from '@despatch/contract/reports/report-shapes'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import { shareText } from '../figure-text.ts'

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

/** The lists that make {@link volumeCells}, behind a first cell: of orders, and of parcels where they are known by. */
export const volumeLists = (orders: string, parcels?: { despatched: string; promised: string }) => [
  undefined,
  orders,
  orders,
  orders,
  parcels?.despatched,
  orders,
  undefined,
  parcels?.promised,
]

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
