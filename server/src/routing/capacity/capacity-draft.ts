import type { CapacityLimit, capacity as routes } from '@despatch/contract/routing/capacity/capacity'
import type { RouteChecked } from '@despatch/contract/route/types'
import { capacityProblems, inOrderOfEffect } from '@despatch/domain/routing/capacity/capacities'
import { itemInForce } from '../rule-book/book-items.ts'
import { mustBeOfClient } from '../rule-book/of-client.ts'
import type { BookDraft } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { refuseFields } from '../../process/app-error.ts'
import { noSuchCarrier } from '../active-dates/queries.ts'
import { keptOf, limitOf } from './queries.ts'

type Drafting = Pick<Context, 'transaction' | 'client'>
type Body = RouteChecked<typeof routes.update>['body']

/**
 * Works out a change of all the capacities of a carrier. Throws an AppError for a carrier that the client does not have (404),
 * and for capacities that may not stand beside one another (400), each beside its own field.
 */
export async function capacityDraft(
  context: Drafting,
  { body }: RouteChecked<typeof routes.update>,
): Promise<BookDraft> {
  const capacities = await capacitiesIn(context, body)
  const problems = capacityProblems(capacities.map(keptOf))
  const name = await nameOf(context, body)
  if (problems.length > 0)
    throw refuseFields(problems.map(({ path, message }) => ({ path: `capacities.${path}`, message })))
  return draftOf(`Capacity of ${name}`, body, capacities)
}

/** All the capacities that a body asks for: the list that it gives, or those in force with the one that it gives in its place. */
async function capacitiesIn(
  { transaction, client }: Drafting,
  { carrier, capacities, quantityLimit, effectiveDate = null, effectiveBetween = null }: Body,
): Promise<CapacityLimit[]> {
  if (capacities && !quantityLimit) return capacities
  if (capacities || !quantityLimit)
    throw refuseFields([
      { path: 'quantityLimit', message: 'Give seven slots in quantityLimit, or all the capacities in capacities' },
    ])
  if (effectiveDate !== null && effectiveBetween !== null)
    throw refuseFields([{ path: 'effectiveDate', message: 'Either from a day on, or between days' }])
  const item = await itemInForce(transaction, client, 'capacity', carrier)
  const given = { quantityLimit, effectiveDate, effectiveBetween }
  const others = (item?.content.capacities ?? []).map(limitOf).filter((one) => !isSameEffect(one, given))
  return [...others, given]
}

const isSameEffect = (one: CapacityLimit, other: CapacityLimit) =>
  one.effectiveDate === other.effectiveDate &&
  one.effectiveBetween?.from === other.effectiveBetween?.from &&
  one.effectiveBetween?.to === other.effectiveBetween?.to

/** Works out that a carrier has no limits any more: it then takes any number of parcels. Throws an AppError (404) as above. */
export async function clearedCapacityDraft(
  context: Drafting,
  { body }: RouteChecked<typeof routes.clear>,
): Promise<BookDraft> {
  return draftOf(`Capacity of ${await nameOf(context, body)} cleared`, body, [])
}

async function nameOf(context: Drafting, body: { client: string; carrier: string }): Promise<string> {
  mustBeOfClient(context, body.client)
  const carrier = await itemInForce(context.transaction, context.client, 'carrier', body.carrier)
  if (!carrier) throw noSuchCarrier(body.carrier)
  return carrier.content.name
}

/** Without any capacity the item stays: its version is what the next change has to know. */
function draftOf(
  summary: string,
  { carrier: key, version }: { carrier: string; version?: number | undefined },
  capacities: readonly CapacityLimit[],
): BookDraft {
  return {
    summary,
    changes: [{ kind: 'capacity', key, content: { capacities: inOrderOfEffect(capacities.map(keptOf)) } }],
    known: [{ kind: 'capacity', key, version }],
  }
}
