import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import { itemsInForce } from '../rule-book/book-items.ts'
import { versionInForce } from '../rule-book/rule-book-cache.ts'
import type { Context } from '../../http/context.ts'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { presentPriceRow } from './present-price.ts'

/** The methods of the client, by carrier, service and id, each with what one parcel of a kilogram costs on the next working day. */
export async function listPrices({
  transaction,
  client,
  now,
}: Pick<Context, 'transaction' | 'client' | 'now'>): Promise<RouteAnswer<typeof routes.list>> {
  const [methods, carriers, ruleBookVersion, daysOff] = await Promise.all([
    itemsInForce(transaction, client, 'method'),
    itemsInForce(transaction, client, 'carrier'),
    versionInForce(transaction, client),
    clientDaysOff(transaction, client),
  ])
  const carrierOf = new Map(carriers.map(({ key, content }) => [key, content]))
  const day = nextWorkingDay(dayOf(now), daysOff)
  const costings = methods
    .flatMap((method) => {
      const carrier = carrierOf.get(method.content.carrier)
      return carrier ? [presentPriceRow(client, { ...method, carrier }, day)] : []
    })
    .toSorted(
      (one, other) =>
        one.carrierName.localeCompare(other.carrierName, 'en') ||
        one.carrierService.localeCompare(other.carrierService, 'en') ||
        (one.clientMethodID < other.clientMethodID ? -1 : 1),
    )
  return { costings, ruleBookVersion }
}
