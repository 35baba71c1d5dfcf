import { compareNames } from '@despatch/domain/text/compare-names'
import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import { byClientAndKey, itemsOfClients } from '../rule-book/book-items.ts'
import { versionInForce } from '../rule-book/rule-book-cache.ts'
import type { Context } from '../../http/context.ts'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { type PricedFor, presentPriceRow } from './present-price.ts'

/**
 * Lists the clients' methods by carrier, service, id and client, with the cost of one 1 kg parcel on the client's next
 * working day.
 */
export async function listPrices({
  transaction,
  clients,
  now,
}: Pick<Context, 'transaction' | 'clients' | 'now'>): Promise<RouteAnswer<typeof routes.list>> {
  const only = clients.length === 1 ? clients[0] : undefined
  const [methods, carriers, ruleBookVersion, priced] = await Promise.all([
    itemsOfClients(transaction, clients, 'method'),
    itemsOfClients(transaction, clients, 'carrier'),
    only === undefined ? 0 : versionInForce(transaction, only),
    Promise.all(
      clients.map(async (client): Promise<PricedFor> => {
        const [daysOff, currency] = await Promise.all([
          clientDaysOff(transaction, client),
          currencyOf(transaction, client),
        ])
        return { client, currency, day: nextWorkingDay(dayOf(now), daysOff) }
      }),
    ),
  ])
  const carrierOf = byClientAndKey(carriers)
  const pricedFor = new Map(priced.map((one) => [one.client, one]))
  const costings = methods
    .flatMap(({ client, ...method }) => {
      const carrier = carrierOf.get(`${client} ${method.content.carrier}`)?.content
      const of = pricedFor.get(client)
      return carrier && of ? [presentPriceRow(of, { ...method, carrier })] : []
    })
    .toSorted(
      (one, other) =>
        compareNames(one.carrierName, other.carrierName) ||
        compareNames(one.carrierService, other.carrierService) ||
        compareNames(one.clientMethodID, other.clientMethodID) ||
        compareNames(one.client, other.client),
    )
  return { costings, ruleBookVersion }
}
