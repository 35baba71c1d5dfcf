import type { CapacityLimit, capacity as routes } from '@despatch/contract/routing/capacity/capacity'
import type { RouteChecked } from '@despatch/contract/route/types'
import { capacityProblems, sortByPeriod } from '@despatch/domain/routing/capacity/capacities'
import { itemInForce } from '../rule-book/book-items.ts'
import { refuseOtherClient } from '../rule-book/check-client.ts'
import type { BookDraft } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { refuseFields } from '../../process/app-error.ts'
import { noSuchCarrier } from '../active-dates/queries.ts'
import { toStoredCapacity, toCapacityLimit } from './queries.ts'

type Drafting = Pick<Context, 'transaction' | 'client'>
type Body = RouteChecked<typeof routes.update>['body']

/**
 * Drafts a change of all the capacities of a carrier. Throws an AppError: 404 if the client does not have the carrier;
 * 400, with a field for each problem, if the capacities conflict.
 */
export async function capacityDraft(
  context: Drafting,
  { body }: RouteChecked<typeof routes.update>,
): Promise<BookDraft> {
  const capacities = await capacitiesIn(context, body)
  const problems = capacityProblems(capacities.map(toStoredCapacity))
  const name = await nameOf(context, body)
  if (problems.length > 0)
    throw refuseFields(problems.map(({ path, message }) => ({ path: `capacities.${path}`, message })))
  return draftOf(`Capacity of ${name}`, body, capacities)
}

/**
 * Lists the carrier's capacities after the change: the list in the body, or the current ones with the body's one
 * replacing the one for the same days.
 */
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
  const newCapacity = { quantityLimit, effectiveDate, effectiveBetween }
  const others = (item?.content.capacities ?? []).map(toCapacityLimit).filter((one) => !isSameEffect(one, newCapacity))
  return [...others, newCapacity]
}

const isSameEffect = (one: CapacityLimit, other: CapacityLimit) =>
  one.effectiveDate === other.effectiveDate &&
  one.effectiveBetween?.from === other.effectiveBetween?.from &&
  one.effectiveBetween?.to === other.effectiveBetween?.to

/**
 * Drafts the removal of a carrier's limits: it then takes any number of parcels. Throws an AppError (404) if the client
 * does not have the carrier.
 */
export async function clearedCapacityDraft(
  context: Drafting,
  { body }: RouteChecked<typeof routes.clear>,
): Promise<BookDraft> {
  return draftOf(`Capacity of ${await nameOf(context, body)} cleared`, body, [])
}

async function nameOf(context: Drafting, body: { client: string; carrier: string }): Promise<string> {
  refuseOtherClient(context, body.client)
  const carrier = await itemInForce(context.transaction, context.client, 'carrier', body.carrier)
  if (!carrier) throw noSuchCarrier(body.carrier)
  return carrier.content.name
}

/** The item stays even with no capacities, because the next change must name its version. */
function draftOf(
  summary: string,
  { carrier: key, version }: { carrier: string; version?: number | undefined },
  capacities: readonly CapacityLimit[],
): BookDraft {
  return {
    summary,
    changes: [{ kind: 'capacity', key, content: { capacities: sortByPeriod(capacities.map(toStoredCapacity)) } }],
    known: [{ kind: 'capacity', key, version }],
  }
}
