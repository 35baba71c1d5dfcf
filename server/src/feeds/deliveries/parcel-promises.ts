import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { promisedDate } from '@despatch/domain/deliveries/parcels/promised-date'
import type { DespatchRow } from '@despatch/domain/feeds/rows/check-despatch-row'
import { findDespatchMethods } from '@despatch/domain/routing/despatch-methods'
import type { AllocatedMethod, KnownDespatches, NamedOrder } from './despatch-queries.ts'

type Left = Pick<DespatchRow, 'orderNumber' | 'carrier' | 'SKU'>

/**
 * The ids of the methods that a parcel may have been allocated to: those of its carrier that stand, and of several the one whose
 * products it holds. Of two that hold it, nobody can say which.
 */
export function allocatedTo({ orderNumber, carrier, SKU }: Left, { allocated }: KnownDespatches): string[] {
  const standing = (allocated.get(orderNumber) ?? []).filter((one) => one.stands && one.carrier === carrier)
  return [...new Set(holding(standing, SKU).map(({ clientMethodId }) => clientMethodId))]
}

/** The consignments that hold a product; all of them where none is known to. */
function holding(consignments: readonly AllocatedMethod[], SKU: string): readonly AllocatedMethod[] {
  const found = SKU === '' ? [] : consignments.filter(({ SKUs }) => SKUs?.includes(SKU))
  return found.length > 0 ? found : consignments
}

/**
 * The day by which the shopper was promised a parcel: by the order's first decision, its method and the day that it was planned
 * for, or the day that a named day has now. Without a decision as the service usually takes from the day of despatch. What the
 * warehouse chose does not move it.
 */
export function shoppersPromise(row: Left, order: NamedOrder, despatchedAt: Date, known: KnownDespatches): Day {
  const { service, despatchDate } = order
  const ofOrder = known.allocated.get(row.orderNumber) ?? []
  const first = ofOrder.filter(({ attempt }) => attempt === ofOrder[0]?.attempt)
  const days = holding(first, row.SKU).map(({ clientMethodId, day }) => {
    const method = known.methods.find((one) => one.clientMethodID === clientMethodId)
    return promisedDate(service === 'NAMED DAY' ? despatchDate : day, service, method, known.holidaysAt(order))
  })
  return latest(days) ?? promisedDate(dayOf(despatchedAt), service, undefined, known.holidaysAt(order))
}

/** The day by which the carrier promises a parcel: by the service that it left by; of several, the slowest. Null where none is contracted. */
export function carriersPromise(
  left: Left & { readonly carrierService: string },
  order: NamedOrder,
  despatchedAt: Date,
  known: KnownDespatches,
): Day | null {
  const { service, country } = order
  const departure = { ...left, allocated: allocatedTo(left, known), service, country, region: null }
  const methods = findDespatchMethods(
    departure,
    known.methodsAt(despatchedAt).map((method) => ({ method })),
  )
  const days = methods.map(({ method }) => promisedDate(dayOf(despatchedAt), service, method, known.holidaysAt(order)))
  return latest(days) ?? null
}

const latest = (days: readonly Day[]): Day | undefined => days.toSorted().at(-1)
