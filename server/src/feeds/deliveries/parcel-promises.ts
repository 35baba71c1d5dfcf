import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { promisedDate } from '@despatch/domain/deliveries/parcels/promised-date'
import type { DespatchRow } from '@despatch/domain/feeds/rows/check-despatch-row'
import { findDespatchMethods } from '@despatch/domain/routing/despatch-methods'
import type { AllocatedMethod, KnownDespatches, NamedOrder } from './despatch-queries.ts'

type DepartedParcel = Pick<DespatchRow, 'orderNumber' | 'carrier' | 'SKU'>

/**
 * Ids of the current methods of a parcel's carrier to which it may have been allocated; of several, the one for its
 * products. Two methods for the same product cannot be told apart.
 */
export function allocatedMethodIds(
  { orderNumber, carrier, SKU }: DepartedParcel,
  { allocated }: KnownDespatches,
): string[] {
  const current = (allocated.get(orderNumber) ?? []).filter((one) => one.stands && one.carrier === carrier)
  return [...new Set(withProduct(current, SKU).map(({ clientMethodId }) => clientMethodId))]
}

/** The consignments with a product; all of them if none is known to have it. */
function withProduct(consignments: readonly AllocatedMethod[], SKU: string): readonly AllocatedMethod[] {
  const found = SKU === '' ? [] : consignments.filter(({ SKUs }) => SKUs?.includes(SKU))
  return found.length > 0 ? found : consignments
}

/**
 * The day promised to the shopper: from the order's first allocation, its method and planned day, or the current day of
 * a named day. Without an allocation, the usual time of the service from the day of despatch. The warehouse's choice
 * does not change it.
 */
export function shopperPromise(
  row: DepartedParcel,
  order: NamedOrder,
  despatchedAt: Date,
  known: KnownDespatches,
): Day {
  const { service, despatchDate } = order
  const consignments = known.allocated.get(row.orderNumber) ?? []
  const first = consignments.filter(({ attempt }) => attempt === consignments[0]?.attempt)
  const days = withProduct(first, row.SKU).map(({ clientMethodId, day }) => {
    const method = known.methods.find((one) => one.clientMethodID === clientMethodId)
    return promisedDate(service === 'NAMED DAY' ? despatchDate : day, service, method, known.holidaysAt(order))
  })
  return latest(days) ?? promisedDate(dayOf(despatchedAt), service, undefined, known.holidaysAt(order))
}

/** The day promised by the carrier for the service used; of several, the slowest. Null if none is contracted. */
export function carrierPromise(
  departed: DepartedParcel & { readonly carrierService: string },
  order: NamedOrder,
  despatchedAt: Date,
  known: KnownDespatches,
): Day | null {
  const { service, country } = order
  const departure = { ...departed, allocated: allocatedMethodIds(departed, known), service, country, region: null }
  const methods = findDespatchMethods(
    departure,
    known.methodsAt(despatchedAt).map((method) => ({ method })),
  )
  const days = methods.map(({ method }) => promisedDate(dayOf(despatchedAt), service, method, known.holidaysAt(order)))
  return latest(days) ?? null
}

const latest = (days: readonly Day[]): Day | undefined => days.toSorted().at(-1)
