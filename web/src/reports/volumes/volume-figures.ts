import { formatCount, formatMoney } from '@despatch/domain/money/money'
import type { ParcelFigure } from '@despatch/domain/reports/figures'
import type { Period } from '@despatch/domain/reports/periods'
import type { CountedVolume } from '@despatch/domain/reports/volumes'
import { shareText } from '../../kit/tile/change-text.ts'
import { ordersAddress, parcelsAddress, returnsAddress, type WITH_RETURNS } from '../report-search.ts'

type VolumePeriod = Period & { readonly client?: string }
/** Lists behind {@link volumeCells}, with an empty place for the first cell. */
export function volumeLists(leaf: (typeof WITH_RETURNS)[number], { startDate, endDate, client = '' }: VolumePeriod) {
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

export const volumeCells = (sums: CountedVolume): string[] => [
  formatCount(sums.orders),
  formatCount(sums.lines),
  formatCount(sums.pieces),
  formatCount(sums.parcels),
  sums.values.map(({ currency, amount }) => formatMoney(amount, currency)).join(' + ') || '–',
  formatCount(sums.returned),
  shareText(sums.onTime, sums.promised),
]
