import { compareNames } from '@despatch/domain/text/compare-names'
import type { parcelLimits as routes } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { itemInForce, itemsInForce, type ItemInForce } from '../rule-book/book-items.ts'
import { refuseOtherClient } from '../rule-book/check-client.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'

/** Lists the client's carriers by name, with their services. */
export async function listCarrierServices({
  transaction,
  client,
}: Context): Promise<RouteAnswer<typeof routes.services>> {
  const [carriers, methods] = await Promise.all([
    itemsInForce(transaction, client, 'carrier'),
    itemsInForce(transaction, client, 'method'),
  ])
  return {
    carriers: carriers
      .map(({ key, content }) => ({ carrier: key, carrierName: content.name, services: servicesOf(key, methods) }))
      .toSorted((one, other) => compareNames(one.carrierName, other.carrierName)),
  }
}

/** Lists one carrier's services. Throws an AppError (404) for an unknown carrier, or a client other than the call's. */
export async function listServicesOfCarrier(
  context: Context,
  { params: { client, carrier } }: RouteChecked<typeof routes.servicesOfCarrier>,
): Promise<RouteAnswer<typeof routes.servicesOfCarrier>> {
  refuseOtherClient(context, client)
  if (!(await itemInForce(context.transaction, client, 'carrier', carrier)))
    throw new AppError('not_found', `${client} does not have the carrier ${carrier}.`)
  return { services: servicesOf(carrier, await itemsInForce(context.transaction, client, 'method')) }
}

function servicesOf(carrier: string, methods: readonly ItemInForce<'method'>[]) {
  const counts = new Map<string, number>()
  for (const { content } of methods)
    if (content.carrier === carrier) counts.set(content.carrierService, (counts.get(content.carrierService) ?? 0) + 1)
  return [...counts]
    .map(([service, count]) => ({ serviceId: service, carrierService: service, methods: count }))
    .toSorted((one, other) => compareNames(one.carrierService, other.carrierService))
}
