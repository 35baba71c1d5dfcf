import type { ChangeTarget, ClientsChange } from '@despatch/contract/routing/all-clients/all-clients'
import { capacity } from '@despatch/contract/routing/capacity/capacity'
import { carriers } from '@despatch/contract/routing/active-dates/carriers'
import { parcelLimits } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { prices } from '@despatch/contract/routing/prices/prices'
import { mayCall } from '@despatch/contract/route/may-call'
import type { Route } from '@despatch/contract/route/route'
import { extendActiveDates, changeLimitsByPercent } from '@despatch/domain/routing/all-clients/changes'
import { NO_LIMITS } from '@despatch/domain/routing/rule-book/rule-book'
import { AppError } from '../../process/app-error.ts'
import type { Context } from '../../http/context.ts'
import { type Caller, permissionsFor } from '../../http/authentication/open-session.ts'
import { NOT_SHOWN } from '../../http/shown-answer.ts'
import { carrierStatusDraft } from '../active-dates/carrier-draft.ts'
import { capacityDraft } from '../capacity/capacity-draft.ts'
import { toCapacityLimit } from '../capacity/queries.ts'
import { parcelLimitsDraft } from '../parcel-limits/parcel-limits-draft.ts'
import { presentLimits } from '../parcel-limits/present-limits.ts'
import { percentDraft } from '../prices/price-drafts.ts'
import { itemInForce } from '../rule-book/book-items.ts'
import { otherClientError } from '../rule-book/check-client.ts'
import type { BookDraft } from '../rule-book/publish.ts'

type Drafting = Pick<Context, 'transaction' | 'client' | 'now'>
type Item = ChangeTarget['items'][number]

/** The call that makes the same change for one client. Its permission is required here too. */
const CALLS: Readonly<Record<ClientsChange['change'], Route>> = {
  active: carriers.update,
  'extend-dates': carriers.update,
  dates: carriers.update,
  capacity: capacity.update,
  'capacity-percent': capacity.update,
  limits: parcelLimits.update,
  prices: prices.updateSingle,
}

/**
 * Throws an AppError if the caller may not make a change for a client: 404 if it is not their client, 403 otherwise.
 */
export function refuseForbiddenChange(
  { caller, clients }: { caller: Caller; clients: readonly string[] },
  { change }: Pick<ClientsChange, 'change'>,
  client: string,
): void {
  if (!clients.includes(client)) throw otherClientError(client)
  const route = CALLS[change]
  if (!mayCall(route.permission, permissionsFor(caller, client)))
    throw new AppError('unauthorized_access', 'You may not change this for the client. Ask an administrator.')
  const sees = caller.seesOf[client] ?? caller.roleSees
  if (!(route.shows ?? []).every((key) => sees[key])) throw new AppError('unauthorized_access', NOT_SHOWN)
}

/**
 * Drafts a change for one client with the same functions as the screens for one client. All its carriers or methods go
 * into one version. Throws what those functions throw.
 */
export async function clientDraft(
  context: Drafting,
  change: ClientsChange,
  items: readonly Item[],
): Promise<BookDraft> {
  const drafts = await Promise.all(items.map((item) => itemDraft(context, change, item)))
  const [first] = drafts
  if (!first) throw new Error('A client has a carrier or method that changes')
  const more = drafts.length - 1
  return {
    summary: more === 0 ? first.summary : `${first.summary} and ${more} more`,
    changes: drafts.flatMap(({ changes }) => changes),
    known: drafts.flatMap(({ known }) => known),
  }
}

async function itemDraft(context: Drafting, change: ClientsChange, { key, version }: Item): Promise<BookDraft> {
  const { transaction, client } = context
  const carrier = { client, carrier: key, version }
  switch (change.change) {
    case 'active':
      return carrierStatusDraft(context, { body: { ...carrier, active: change.active } })
    case 'dates':
    case 'extend-dates': {
      const current = await itemInForce(transaction, client, 'carrier', key)
      const before = current?.content.activeDates ?? []
      const activeDates = change.change === 'dates' ? change.activeDates : extendActiveDates(before, change.to)
      return carrierStatusDraft(context, { body: { ...carrier, active: current?.content.active ?? 'Y', activeDates } })
    }
    case 'capacity': {
      const { quantityLimit, effectiveDate, effectiveBetween } = change
      return capacityDraft(context, { body: { ...carrier, quantityLimit, effectiveDate, effectiveBetween } })
    }
    case 'capacity-percent': {
      const current = await itemInForce(transaction, client, 'capacity', key)
      const capacities = (current?.content.capacities ?? []).map((one) =>
        toCapacityLimit({ ...one, slots: changeLimitsByPercent(one.slots, change.percent) }),
      )
      return capacityDraft(context, { body: { ...carrier, capacities } })
    }
    case 'limits': {
      const current = await itemInForce(transaction, client, 'parcel-limits', key)
      const { quantityLimit } = presentLimits(current?.content ?? NO_LIMITS)
      const changed = quantityLimit.map((slot) => {
        const value = change.limits[slot.type]
        return value === undefined ? slot : { type: slot.type, MaxValue: value }
      })
      return parcelLimitsDraft(context, {
        params: { id: key },
        body: { parcelLimit: { quantityLimit: changed }, version },
      })
    }
    case 'prices':
      return percentDraft(context, { id: key, version, percent: change.percent })
  }
}
