import type { prices as routes } from '@despatch/contract/routing/prices/prices'
import type { RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import type { BookContents } from '@despatch/domain/routing/rule-book/book-items'
import { USUAL_DELIVERY_WEEKDAYS } from '@despatch/domain/routing/rule-book/rule-book'
import { withChargeIds } from '@despatch/domain/routing/prices/charge-ids'
import { pricingProblems } from '@despatch/domain/routing/prices/pricing-problems'
import { changePricesByPercent } from '@despatch/domain/routing/all-clients/changes'
import {
  NO_CHARGE,
  pricingOf,
  type WrittenPricing,
  writtenPricing,
} from '@despatch/domain/routing/prices/written-pricing'
import { itemInForce, itemsInForce } from '../rule-book/book-items.ts'
import type { Acknowledgement } from '../rule-book/price-warnings.ts'
import type { BookDraft } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { loadMethod, type MethodInForce, methodName } from './method-in-force.ts'
import { refuseUnknownPlaces } from './where-served.ts'

type DraftContext = Pick<Context, 'transaction' | 'client'>

/** Drafts other content for a method. */
const changeOf = (
  method: MethodInForce,
  what: string,
  version: number | undefined,
  content: BookContents['method'],
): BookDraft => ({
  summary: `${what} of ${methodName(method)}`,
  changes: [{ kind: 'method', key: method.key, content }],
  known: [{ kind: 'method', key: method.key, version }],
})

/**
 * Drafts a price by base cost and increments, which replaces a matrix. Throws an AppError: 404 for an unknown method,
 * 400 with the problems that {@link pricingProblems} finds.
 */
export async function singleCostingDraft(
  context: DraftContext,
  { params, body }: Pick<RouteChecked<typeof routes.updateSingle>, 'params' | 'body'>,
): Promise<BookDraft> {
  const { pricingMethod, chargedFor, primaryCosting, secondaryCosting } = body
  const single = (costing: typeof primaryCosting) => costing && { ...costing, costingMatrix: [] }
  return pricingDraft(context, params.id, body, {
    pricingMethod,
    chargedFor,
    primaryCosting: single(primaryCosting),
    secondaryCosting: single(secondaryCosting),
  })
}

/**
 * Drafts a price by matrix. Its rows alone determine the cost: base cost and increments become zero. Rows without an id
 * get one. Throws as {@link singleCostingDraft}.
 */
export async function matrixCostingDraft(
  context: DraftContext,
  { params, body }: Pick<RouteChecked<typeof routes.updateMatrix>, 'params' | 'body'>,
): Promise<BookDraft> {
  const { pricingMethod, chargedFor, primaryCosting, secondaryCosting } = body
  return pricingDraft(context, params.id, body, {
    pricingMethod,
    chargedFor,
    primaryCosting: { ...NO_CHARGE, ...primaryCosting },
    secondaryCosting: secondaryCosting && { ...NO_CHARGE, ...secondaryCosting },
  })
}

/** Drafts a change of all of a method's charges by `percent`, from today on. Throws as {@link singleCostingDraft}. */
export async function percentDraft(
  context: DraftContext & Pick<Context, 'now'>,
  { id, version, percent }: { id: string; version: number | undefined; percent: number },
): Promise<BookDraft> {
  const { content } = await loadMethod(context, id)
  const entered = { version, holdsFrom: dayOf(context.now) }
  return pricingDraft(context, id, entered, writtenPricing(changePricesByPercent(content.pricing, percent)))
}

/**
 * What a caller sends with prices: the version they read, the first day that the prices apply (undefined: the default)
 * and the acknowledgement of warnings.
 */
type PriceChangeInput = Acknowledgement & {
  readonly version?: number | undefined
  readonly holdsFrom?: Day | null | undefined
}

async function pricingDraft(
  context: DraftContext,
  id: string,
  { version, holdsFrom, note, acknowledged }: PriceChangeInput,
  written: WrittenPricing,
): Promise<BookDraft> {
  const method = await loadMethod(context, id)
  const problems = pricingProblems(written)
  if (problems.length > 0) throw refuseFields(problems)
  const before = method.content.pricing
  const { chargedFor = before.chargedFor } = written
  const after = withChargeIds(pricingOf({ ...written, chargedFor }), before)
  const draft = changeOf(method, 'Price', version, { ...method.content, pricing: after })
  return { ...draft, changes: draft.changes.map((change) => ({ ...change, holdsFrom })), note, acknowledged }
}

/**
 * Drafts a method's name, and where and how it serves. Throws an AppError: 404 for an unknown method, 400 for unknown
 * places.
 */
export async function methodDraft(
  context: DraftContext,
  { params, body }: Pick<RouteChecked<typeof routes.updateMethod>, 'params' | 'body'>,
): Promise<BookDraft> {
  const method = await loadMethod(context, params.id)
  const { version, ...facts } = body
  await refuseUnknownPlaces(context, facts)
  const { deliveryWeekdays, deliversOnHolidays, ...content } = method.content
  const details = { deliveryWeekdays, deliversOnHolidays, ...facts }
  return changeOf(method, 'Service', version, { ...content, ...methodDetails(details) })
}

type MethodDetails = Omit<BookContents['method'], 'carrier' | 'pricing'>

/** A method's details for storage: lists without duplicates, and no delivery days if they are the usual ones. */
export function methodDetails({ deliveryWeekdays, deliversOnHolidays, ...facts }: MethodDetails): MethodDetails {
  const weekdays = [...new Set(deliveryWeekdays ?? USUAL_DELIVERY_WEEKDAYS)].toSorted((one, other) => one - other)
  const once = <Item>(list: readonly Item[]) => [...new Set(list)]
  return {
    ...facts,
    contracts: once(facts.contracts),
    serviceTypes: once(facts.serviceTypes),
    countries: once(facts.countries),
    regions: once(facts.regions),
    ...(weekdays.join() !== USUAL_DELIVERY_WEEKDAYS.join() && { deliveryWeekdays: weekdays }),
    ...(deliversOnHolidays && { deliversOnHolidays }),
  }
}

const MAX_LISTED_NAMES = 5

/**
 * Drafts the end of a method. Its carrier keeps its dates and capacities. Throws an AppError: 404 for an unknown
 * method; 409 (in_use), with their names, while products have fixed routes to it.
 */
export async function methodEndedDraft(
  context: DraftContext,
  { params, query }: { params: { id: string }; query?: RouteChecked<typeof routes.removeMethod>['query'] },
): Promise<BookDraft> {
  const { transaction, client } = context
  const method = await loadMethod(context, params.id)
  const [routes, limits] = await Promise.all([
    itemsInForce(transaction, client, 'fixed-route'),
    itemInForce(transaction, client, 'parcel-limits', method.key),
  ])
  const held = routes
    .filter(({ content }) => content.clientMethodID === method.key)
    .map(({ content: { by } }) => ('sku' in by ? `the SKU ${by.sku}` : `the category ${by.category}`))
  const names = [...new Set(held)]
  if (names.length > 0) {
    const more = names.length - MAX_LISTED_NAMES
    const named = `${names.slice(0, MAX_LISTED_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    throw new AppError(
      'in_use',
      `Fixed routing holds products to ${methodName(method)}: ${named}. Change these fixed routes first.`,
    )
  }
  return {
    summary: `End of ${methodName(method)}`,
    changes: [
      { kind: 'method', key: method.key, content: null },
      ...(limits ? [{ kind: 'parcel-limits' as const, key: method.key, content: null }] : []),
    ],
    known: [{ kind: 'method', key: method.key, version: method.version }],
    ...query,
  }
}
