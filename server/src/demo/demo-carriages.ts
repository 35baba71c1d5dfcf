import { dayOf } from '@despatch/domain/calendar/day'
import type { Carriage } from '@despatch/domain/invoices/testing/carriage'
import { gramsOf } from '@despatch/domain/routing/allocation/units'
import type { Pricing } from '@despatch/domain/routing/prices/costing'
import type { DemoDeliveries } from './demo-deliveries.ts'
import type { DemoOrders } from './demo-orders.ts'
import type { DemoVersion } from './rule-books.ts'

type Parcel = DemoDeliveries['parcels'][number]
type Method = { readonly carrierService: string; readonly pricing: Pricing }
type Books = ReadonlyMap<string, readonly DemoVersion[]>

/** A carriage with its method. */
export type DemoCarriage = Carriage & { readonly methodID: string }

/**
 * The carriages that a carrier made between two times, as the carrier knows them: the parcels of an order that left together,
 * with the prices of their day. Sorted by day.
 */
export function carriagesOf(
  { parcels, orders, books }: { parcels: readonly Parcel[]; orders: DemoOrders['orders']; books: Books },
  { carrier, from, to }: { carrier: string; from: Date; to: Date },
): DemoCarriage[] {
  const taken = parcels.filter(
    (parcel) => parcel.carrier === carrier && isBetween(new Date(String(parcel.despatched_at)), from, to),
  )
  const ordersBy = new Map(orders.map((order) => [keyOf(order), order]))
  const together = Map.groupBy(taken, (parcel) => `${keyOf(parcel)} ${parcel.client_method_id}`)
  const made = [...together.values()].flatMap((rows): DemoCarriage[] => {
    const [first] = rows
    const order = first && ordersBy.get(keyOf(first))
    if (!first || !order) return []
    const at = new Date(String(first.despatched_at))
    const methodID = first.client_method_id ?? ''
    const method = methodAt(books, first.client_code, methodID, at)
    if (!method) return []
    return [
      {
        methodID,
        orderNumber: order.order_number,
        service: method.carrierService,
        day: dayOf(at),
        country: order.country,
        postcode: order.post_code ?? '',
        // Sorted, because parcels matched by number alone are listed in that order.
        parcels: rows
          .toSorted((one, other) => (one.tracking_number < other.tracking_number ? -1 : 1))
          .map(({ tracking_number, weight }) => ({
            trackingNumber: tracking_number,
            grams: gramsOf(Number(weight)),
            prices: method.pricing,
          })),
        otherServices: othersAt(books, first, at),
        isReturned: rows.some(({ state }) => state === 'return_to_sender'),
      },
    ]
  })
  return made.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}

const keyOf = ({ client_code, order_number }: { client_code: string; order_number: string }) =>
  `${client_code} ${order_number}`

const isBetween = (at: Date, from: Date, to: Date) => at >= from && at < to

function methodAt(books: Books, client: string, id: string, at: Date): Method | undefined {
  const items = (books.get(client) ?? []).filter((version) => version.at <= at).flatMap((version) => version.items)
  return items.flatMap((item) => (item.kind === 'method' && item.key === id ? [item.content] : [])).at(-1)
}

function othersAt(books: Books, { client_code, carrier, client_method_id }: Parcel, at: Date) {
  const ids = new Set(
    (books.get(client_code) ?? []).flatMap(({ items }) =>
      items.filter(({ kind, key }) => kind === 'method' && key.startsWith(`${carrier}-`)).map(({ key }) => key),
    ),
  )
  return [...ids].flatMap((id) => {
    const method = id === client_method_id ? undefined : methodAt(books, client_code, id, at)
    return method ? [{ service: method.carrierService, prices: method.pricing }] : []
  })
}
