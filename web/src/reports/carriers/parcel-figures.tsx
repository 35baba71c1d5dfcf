import type { NamedParcels, ParcelSums } from '@despatch/contract/reports/report-shapes'
import { formatCount } from '@despatch/domain/money/money'
import { PARCEL_COLUMNS } from '@despatch/domain/reports/volumes'
import { shareText } from '../../kit/tile/change-text.ts'
import { averageText } from '../figure-text.ts'

export const parcelCells = (sums: ParcelSums): string[] => [
  formatCount(sums.despatched),
  formatCount(sums.delivered),
  formatCount(sums.promised),
  formatCount(sums.onTime),
  shareText(sums.onTime, sums.promised),
  formatCount(sums.late),
  formatCount(sums.undelivered),
  formatCount(sums.silent),
  averageText(sums.daysTaken, sums.delivered),
]

export const parcelTable = (noun: string, rows: readonly NamedParcels[]) => ({
  columns: [noun, ...PARCEL_COLUMNS],
  rows: rows.map((row) => [row.title, ...parcelCells(row)]),
})
