import { compareNames } from '@despatch/domain/text/compare-names'
import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { itemsInForce, type ItemInForce } from '../rule-book/book-items.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'

/** Lists a client's carriers by name, with their services and methods. */
export async function listCarrierServices({
  transaction,
  client,
}: Context): Promise<RouteAnswer<typeof fixedRouting.carrierServices>> {
  const [carriers, methods] = await Promise.all([
    itemsInForce(transaction, client, 'carrier'),
    itemsInForce(transaction, client, 'method'),
  ])
  return {
    carriers: carriers
      .map(({ key, content: { name, active } }) => ({
        carrier: key,
        carrierName: name,
        active,
        services: servicesOf(key, methods),
      }))
      .toSorted((one, other) => compareNames(one.carrierName, other.carrierName)),
  }
}

/** Lists the services of one carrier or of all. Throws an AppError (404) if the client does not have the carrier. */
export async function listServices(
  context: Context,
  { body: { carrier } }: RouteChecked<typeof fixedRouting.services>,
): Promise<RouteAnswer<typeof fixedRouting.services>> {
  const { carriers } = await listCarrierServices(context)
  if (carrier === undefined) return { services: carriers.flatMap(({ services }) => services) }
  const found = carriers.find((one) => one.carrier === carrier)
  if (!found) throw new AppError('not_found', `This client has no carrier ${carrier}. Choose one from the list.`)
  return { services: found.services }
}

function servicesOf(carrier: string, methods: readonly ItemInForce<'method'>[]) {
  const named = Map.groupBy(
    methods.filter(({ content }) => content.carrier === carrier),
    ({ content }) => content.carrierService,
  )
  return [...named]
    .map(([service, of]) => ({
      service,
      serviceName: service,
      methods: of.map(({ key, content }) => ({ method: key, methodName: content.methodDescription })),
    }))
    .toSorted((one, other) => compareNames(one.serviceName, other.serviceName))
}
