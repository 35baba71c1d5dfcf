import { compareNames } from '@despatch/domain/text/compare-names'
import type { parcelLimits as routes } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { byClientAndKey, itemsOfClients } from '../rule-book/book-items.ts'
import { presentLimitedMethod } from './present-limits.ts'

/** Lists the clients' methods with their limits, by carrier, service, method and client. */
export async function listAllLimits({ transaction, clients }: Context): Promise<RouteAnswer<typeof routes.all>> {
  const [carriers, methods, limits] = await Promise.all([
    itemsOfClients(transaction, clients, 'carrier'),
    itemsOfClients(transaction, clients, 'method'),
    itemsOfClients(transaction, clients, 'parcel-limits'),
  ])
  const carrierOf = byClientAndKey(carriers)
  const limitsOf = byClientAndKey(limits)
  return {
    methods: methods
      .flatMap(({ client, ...method }) => {
        const carrier = carrierOf.get(`${client} ${method.content.carrier}`)?.content
        const limit = limitsOf.get(`${client} ${method.key}`)
        return carrier ? [presentLimitedMethod(client, { ...method, carrier }, limit)] : []
      })
      .toSorted(
        (one, other) =>
          compareNames(one.carrierName, other.carrierName) ||
          compareNames(one.carrierService, other.carrierService) ||
          compareNames(one.methodId, other.methodId) ||
          compareNames(one.client, other.client),
      ),
  }
}
