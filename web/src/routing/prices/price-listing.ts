import { compareNames } from '@despatch/domain/text/compare-names'
import type { PriceRow } from '@despatch/contract/routing/prices/prices'
import type { PriceSearch } from './price-queries.ts'

type ListQuery = Pick<PriceSearch, 'search' | 'carrier' | 'pricing' | 'service' | 'sort' | 'order'>

/** Filters and sorts the methods of a list. */
export function listed(
  rows: readonly PriceRow[],
  { search, carrier, pricing, service, sort, order }: ListQuery,
): PriceRow[] {
  const wanted = search.trim().toLowerCase()
  const direction = order === 'desc' ? -1 : 1
  return rows
    .filter(
      (row) =>
        (carrier === '' || row.carrier === carrier) &&
        (pricing === '' || row.pricingMethod === pricing) &&
        (service === '' || row.serviceTypes.includes(service)) &&
        textOf(row).includes(wanted),
    )
    .toSorted(
      (one, other) =>
        direction * compare(keyOf(one, sort), keyOf(other, sort)) || compare(one.clientMethodID, other.clientMethodID),
    )
}

const textOf = ({ clientMethodID, carrier, carrierName, carrierService, methodDescription, contracts }: PriceRow) =>
  [clientMethodID, carrier, carrierName, carrierService, methodDescription, ...contracts].join(' ').toLowerCase()

function keyOf(row: PriceRow, sort: PriceSearch['sort']): string | number {
  if (sort === 'carrier') return `${row.carrierName} ${row.carrierService}`
  // Methods without a price sort after all costs.
  if (sort === 'cost') return row.costOfOneParcel === null ? Number.POSITIVE_INFINITY : Number(row.costOfOneParcel)
  return row[sort]
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'string' && typeof other === 'string') return compareNames(one, other)
  return one === other ? 0 : one < other ? -1 : 1
}
