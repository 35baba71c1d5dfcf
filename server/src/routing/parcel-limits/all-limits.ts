import type { parcelLimits as routes } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { itemsInForce } from '../rule-book/book-items.ts'
import { presentLimitedMethod } from './present-limits.ts'

/** All methods of the client with what each takes, by carrier, service and method. */
export async function allLimits({ transaction, client }: Context): Promise<RouteAnswer<typeof routes.all>> {
  const [carriers, methods, limits] = await Promise.all([
    itemsInForce(transaction, client, 'carrier'),
    itemsInForce(transaction, client, 'method'),
    itemsInForce(transaction, client, 'parcel-limits'),
  ])
  const carrierOf = new Map(carriers.map(({ key, content }) => [key, content]))
  const limitsOf = new Map(limits.map((item) => [item.key, item]))
  return {
    methods: methods
      .flatMap((method) => {
        const carrier = carrierOf.get(method.content.carrier)
        return carrier ? [presentLimitedMethod(client, { ...method, carrier }, limitsOf.get(method.key))] : []
      })
      .toSorted(
        (one, other) =>
          inText(one.carrierName, other.carrierName) ||
          inText(one.carrierService, other.carrierService) ||
          inText(one.methodId, other.methodId),
      ),
  }
}

const inText = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true, sensitivity: 'base' })
