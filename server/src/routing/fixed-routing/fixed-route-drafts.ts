import { randomInt } from 'node:crypto'
import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteChecked } from '@despatch/contract/route/types'
import type { ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import {
  equalRoute,
  equalRouteText,
  type Known,
  nameOfRoute,
  routeProblems,
  type RouteTerms,
} from '@despatch/domain/routing/fixed-routing/fixed-route-rules'
import { sql } from 'kysely'
import { changedMeanwhile } from '../rule-book/changed-meanwhile.ts'
import { type BookDraft, isOutdated } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { loadSkuSpelling } from '../../database/stored-names.ts'
import { db } from '../../database/sql.ts'
import { type KeptRoute, namesFor, routesInForce } from './queries.ts'

type Drafting = Pick<Context, 'transaction' | 'client'>

/**
 * New fixed routes: one for each SKU, or one for the category. Throws an AppError for what is not there, at its field, and
 * (409) for a route that would be equal to another.
 */
export async function fixedRoutesAddedDraft(
  context: Drafting,
  { body }: RouteChecked<typeof fixedRouting.add>,
): Promise<BookDraft> {
  const { category, regionList, carrier, method, startDate, endDate } = body
  const skus = await skusInKeptNames(context, body.skus)
  const terms = {
    regions: sortedOnce(regionList),
    carrier,
    clientMethodID: method,
    startDate,
    endDate,
  }
  const added: RouteTerms[] =
    skus.length > 0 ? skus.map((sku) => ({ ...terms, by: { sku } })) : [{ ...terms, by: { category } }]
  const [known, routes] = await Promise.all([
    knownFor(context, skus, skus.length > 0 ? [] : [category]),
    routesInForce(context.transaction, context.client),
  ])
  refuseProblems(added, known)
  refuseEqual(added, routes, skus.length > 0 ? 'skus' : 'category')
  const changes = added.map((content): ItemChange => ({ kind: 'fixed-route', key: newId(), content }))
  return {
    summary: `${summaryOf(added)} to ${carrier}`,
    changes,
    known: changes.map(({ key }) => ({ kind: 'fixed-route', key, version: 0 })),
  }
}

/**
 * Fixed routes with other terms. Specification 4: 'Submitting a full regions list clears the previous list.' What is left
 * out stays as it is in each. Throws an AppError for a route there is not (404), one that someone changed meanwhile and one
 * that would be equal to another (409), and for what is not there, at its field.
 */
export async function fixedRoutesAmendedDraft(
  context: Drafting,
  { body }: RouteChecked<typeof fixedRouting.update>,
): Promise<BookDraft> {
  const { regionList, carrier, method, startDate, endDate } = body
  const routes = await routesInForce(context.transaction, context.client)
  const chosen = chosenRoutes(routes, body.customPreferenceList)
  const amended = chosen.map(({ version: _version, ...route }) => ({
    ...route,
    ...(regionList !== undefined && { regions: sortedOnce(regionList) }),
    ...(carrier !== undefined && { carrier }),
    ...(method !== undefined && { clientMethodID: method }),
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
  }))
  // What they hold does not change, and may have gone since.
  const known = await knownFor(
    context,
    chosen.flatMap(({ by }) => ('sku' in by ? by.sku : [])),
    chosen.flatMap(({ by }) => ('category' in by ? by.category : [])),
    true,
  )
  refuseProblems(amended, known)
  const ids = new Set(chosen.map(({ customPreferenceID }) => customPreferenceID))
  const others = routes.filter(({ customPreferenceID }) => !ids.has(customPreferenceID))
  refuseEqual(amended, others, 'regionList')
  return {
    summary: `${summaryOf(chosen)} changed`,
    changes: amended.map(({ customPreferenceID: key, ...content }) => ({ kind: 'fixed-route', key, content })),
    known: knownVersions(chosen),
  }
}

/** Fixed routes ended. Throws an AppError for one there is not (404), and one that someone changed meanwhile (409). */
export async function fixedRoutesRemovedDraft(
  context: Drafting,
  { body: { customPreferenceList } }: RouteChecked<typeof fixedRouting.remove>,
): Promise<BookDraft> {
  const ids = customPreferenceList.map(({ customPreferenceID }) => customPreferenceID)
  const routes = await routesInForce(context.transaction, context.client, ids)
  const chosen = chosenRoutes(routes, customPreferenceList)
  return {
    summary: `${summaryOf(chosen)} deleted`,
    changes: chosen.map(({ customPreferenceID: key }) => ({ kind: 'fixed-route', key, content: null })),
    known: knownVersions(chosen),
  }
}

/** The routes that a change names, each once, as the caller knows them. Throws an AppError (404, 409) where they are not so. */
function chosenRoutes(
  routes: readonly KeptRoute[],
  list: readonly { customPreferenceID: string; version?: number | undefined }[],
): KeptRoute[] {
  const byId = new Map(routes.map((route) => [route.customPreferenceID, route]))
  const chosen = new Map(
    list.map(({ customPreferenceID, version }) => {
      const route = byId.get(customPreferenceID)
      if (!route)
        throw new AppError(
          'not_found',
          'One of these fixed routes is not there: someone may have deleted it. Look at the list as it is now.',
        )
      if (isOutdated(version, route.version)) throw changedMeanwhile()
      return [customPreferenceID, route]
    }),
  )
  return [...chosen.values()]
}

const knownVersions = (routes: readonly KeptRoute[]): BookDraft['known'] =>
  routes.map(({ customPreferenceID, version }) => ({ kind: 'fixed-route', key: customPreferenceID, version }))

/** SKUs as the client keeps them. */
async function skusInKeptNames({ transaction, client }: Drafting, skus: readonly string[]): Promise<string[]> {
  return skus.map(await loadSkuSpelling(transaction, client, skus))
}

/** What a client has of what routes name. With `areGiven`, the SKUs and categories are taken to be there. */
async function knownFor(
  { transaction, client }: Drafting,
  skus: readonly string[],
  categories: readonly string[],
  areGiven = false,
): Promise<Known> {
  const names = namesFor(transaction, client)
  const [knownSkus, knownCategories] = areGiven
    ? [skus, categories]
    : await Promise.all([
        transaction
          .rows(
            db
              .selectFrom('skus')
              .select('sku_code')
              .where('client_code', '=', client)
              .where(sql<boolean>`sku_code = any (${skus}::text[])`),
          )
          .then((rows) => rows.map((row) => row.sku_code)),
        transaction
          .rows(
            sql<{
              category: string
            }>`select distinct category from skus cross join unnest(categories) as of_sku (category)
              where client_code = ${client} and category = any (${categories}::text[])`.compile(db),
          )
          .then((rows) => rows.map(({ category }) => category)),
      ])
  const { carriers, methods, regions } = await names
  return {
    skus: new Set(knownSkus),
    categories: new Set(knownCategories),
    regions: new Set(regions.map(({ code }) => code)),
    carriers: new Set(carriers.keys()),
    methods: new Map([...methods].map(([id, { carrier }]) => [id, carrier])),
  }
}

function refuseProblems(routes: readonly RouteTerms[], known: Known): void {
  const problems = routeProblems(routes, known)
  if (problems.length > 0) throw refuseFields(problems)
}

function refuseEqual(routes: readonly RouteTerms[], among: readonly KeptRoute[], path: string): void {
  const equal = equalRoute(routes, among)
  if (!equal) return
  const message = equalRouteText(equal.route, equal.equalTo)
  throw new AppError('already_exists', message, { fields: [{ path, message }] })
}

/** 'Fixed route of SKU MUG-1', 'Fixed routes of 3 SKUs and categories'. */
function summaryOf(routes: readonly RouteTerms[]): string {
  const [first] = routes
  if (routes.length === 1 && first) return `Fixed route of ${nameOfRoute(first)}`
  const what = routes.every(({ by }) => 'sku' in by) ? 'SKUs' : 'SKUs and categories'
  return `${routes.length} fixed routes of ${what}`
}

const sortedOnce = (codes: readonly string[]) => [...new Set(codes)].toSorted()

// Without those that are taken for one another.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** A customPreferenceID: ten letters and digits, which no other of the client has (the draft says that it is not there). */
const newId = () => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
