import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { NO_PRICING } from '@despatch/domain/routing/prices/holds-from'
import type { ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import { itemsInForce } from '../rule-book/book-items.ts'
import { type BookDraft, publish } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { methodDetails } from './price-drafts.ts'
import { refuseUnknownPlaces } from './where-served.ts'

/**
 * Adds a carrier service to the client's methods, without limits or prices, so that allocation does not use it yet. A
 * carrier that is new to the client is added too, active from now on. Throws an AppError: 409 for an id in use,
 * ignoring case; 400 for a new carrier without a name and for unknown countries or regions.
 */
export async function createMethod(
  context: Context,
  { body }: RouteChecked<typeof routes.createMethod>,
): Promise<RouteAnswer<typeof routes.createMethod>> {
  return { ...(await publish(context, () => newMethodDraft(context, body))), message: DATA_ADDED }
}

async function newMethodDraft(
  context: Context,
  { clientMethodID, carrier, carrierName, ...facts }: RouteChecked<typeof routes.createMethod>['body'],
): Promise<BookDraft> {
  const { transaction, client } = context
  const [methods, carriers] = await Promise.all([
    itemsInForce(transaction, client, 'method'),
    itemsInForce(transaction, client, 'carrier'),
  ])
  const alike = methods.find(({ key }) => key.toLowerCase() === clientMethodID.toLowerCase())
  if (alike) {
    const message = `Method ${alike.key} already exists. Choose another ID`
    throw new AppError('already_exists', message, { fields: [{ path: 'clientMethodID', message }] })
  }
  const known = carriers.find(({ key }) => key.toLowerCase() === carrier.toLowerCase())
  if (!known && carrierName === '')
    throw refuseFields([
      { path: 'carrierName', message: `Enter a carrier name. ${client} does not have the carrier ${carrier} yet` },
    ])
  await refuseUnknownPlaces(context, facts)

  const carrierCode = known?.key ?? carrier
  const changes: ItemChange[] = [
    {
      kind: 'method',
      key: clientMethodID,
      content: {
        carrier: carrierCode,
        ...methodDetails(facts),
        pricing: NO_PRICING,
      },
    },
  ]
  if (!known)
    changes.unshift({
      kind: 'carrier',
      key: carrierCode,
      content: { name: carrierName, active: 'Y', activeDates: [] },
    })
  return {
    summary: `New method ${known?.content.name ?? carrierName} ${facts.carrierService} (${clientMethodID})`,
    changes,
    // Refuse the change if another user adds the same items meanwhile.
    known: changes.map(({ kind, key }) => ({ kind, key, version: 0 })),
  }
}
