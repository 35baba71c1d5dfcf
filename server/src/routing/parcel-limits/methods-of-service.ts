import { compareNames } from '@despatch/domain/text/compare-names'
import type { parcelLimits as routes } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { itemInForce, itemsInForce } from '../rule-book/book-items.ts'
import { refuseOtherClient } from '../rule-book/check-client.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { presentLimitedMethod } from './present-limits.ts'

/**
 * Lists the methods of a carrier's service with their limits. Throws an AppError (404) if the client does not have the
 * carrier, or no method of this service.
 */
export async function listMethodsOfService(
  context: Context,
  { params, query }: RouteChecked<typeof routes.methods>,
): Promise<RouteAnswer<typeof routes.methods>> {
  const { transaction, client } = context
  refuseOtherClient(context, params.client)
  const [carrier, all, limits] = await Promise.all([
    itemInForce(transaction, client, 'carrier', query.carrier),
    itemsInForce(transaction, client, 'method'),
    itemsInForce(transaction, client, 'parcel-limits'),
  ])
  const methods = all
    .filter(({ content }) => content.carrier === query.carrier && content.carrierService === params.serviceId)
    .toSorted((one, other) => compareNames(one.key, other.key))
  if (!carrier || methods.length === 0)
    throw new AppError(
      'not_found',
      `${client} has no service ${params.serviceId} of the carrier ${query.carrier}. Choose another.`,
    )
  const limitsOf = new Map(limits.map((item) => [item.key, item]))
  return {
    methods: methods.map((method) =>
      presentLimitedMethod(client, { ...method, carrier: carrier.content }, limitsOf.get(method.key)),
    ),
  }
}
