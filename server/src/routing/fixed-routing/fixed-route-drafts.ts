import { randomInt } from 'node:crypto'
import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteChecked } from '@despatch/contract/route/types'
import type { ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import {
  equalRoute,
  equalRouteText,
  type RouteReferences,
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
import { type RouteInForce, loadRouteNames, routesInForce } from './queries.ts'

type Drafting = Pick<Context, 'transaction' | 'client'>

/**
 * Drafts new fixed routes: one for each SKU, or one for the category. Throws an AppError: 400, at the field, for
 * unknown SKUs, categories, regions, carriers and methods; 409 for a route equal to another.
 */
export async function fixedRoutesAddedDraft(
  context: Drafting,
  { body }: RouteChecked<typeof fixedRouting.add>,
): Promise<BookDraft> {
  const { category, regionList, carrier, method, startDate, endDate } = body
  const skus = await inClientCase(context, body.skus)
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
    loadReferences(context, skus, skus.length > 0 ? [] : [category]),
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
 * Drafts a change of fixed routes. Specification 4: 'Submitting a full regions list clears the previous list.' Omitted
 * fields stay as they are in each route. Throws an AppError: 404 for an unknown route; 409 for a route that changed
 * since the caller read it or would equal another; 400, at the field, for unknown names.
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
  // The SKUs and categories do not change here, and may have been deleted since.
  const known = await loadReferences(
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

/**
 * Drafts the removal of fixed routes. Throws an AppError: 404 for an unknown route, 409 for one that changed since the
 * caller read it.
 */
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

/**
 * Finds the routes that a change names, each once. Throws an AppError: 404 for an unknown route, 409 for an outdated
 * one.
 */
function chosenRoutes(
  routes: readonly RouteInForce[],
  list: readonly { customPreferenceID: string; version?: number | undefined }[],
): RouteInForce[] {
  const byId = new Map(routes.map((route) => [route.customPreferenceID, route]))
  const chosen = new Map(
    list.map(({ customPreferenceID, version }) => {
      const route = byId.get(customPreferenceID)
      if (!route) throw new AppError('not_found', 'One of these fixed routes has been deleted. Reload the list.')
      if (isOutdated(version, route.version)) throw changedMeanwhile()
      return [customPreferenceID, route]
    }),
  )
  return [...chosen.values()]
}

const knownVersions = (routes: readonly RouteInForce[]): BookDraft['known'] =>
  routes.map(({ customPreferenceID, version }) => ({ kind: 'fixed-route', key: customPreferenceID, version }))

/** Corrects the case of SKU codes to the client's own. */
async function inClientCase({ transaction, client }: Drafting, skus: readonly string[]): Promise<string[]> {
  return skus.map(await loadSkuSpelling(transaction, client, skus))
}

/**
 * Loads the client's SKUs, categories and other names for checking routes. With `areGiven`, all SKUs and categories
 * count as existing.
 */
async function loadReferences(
  { transaction, client }: Drafting,
  skus: readonly string[],
  categories: readonly string[],
  areGiven = false,
): Promise<RouteReferences> {
  const names = loadRouteNames(transaction, client)
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

function refuseProblems(routes: readonly RouteTerms[], known: RouteReferences): void {
  const problems = routeProblems(routes, known)
  if (problems.length > 0) throw refuseFields(problems)
}

function refuseEqual(routes: readonly RouteTerms[], among: readonly RouteInForce[], path: string): void {
  const equal = equalRoute(routes, among)
  if (!equal) return
  const message = equalRouteText(equal.route, equal.equalTo)
  throw new AppError('already_exists', message, { fields: [{ path, message }] })
}

/** For the history: 'Fixed route of SKU MUG-1', '3 fixed routes of SKUs and categories'. */
function summaryOf(routes: readonly RouteTerms[]): string {
  const [first] = routes
  if (routes.length === 1 && first) return `Fixed route of ${nameOfRoute(first)}`
  const what = routes.every(({ by }) => 'sku' in by) ? 'SKUs' : 'SKUs and categories'
  return `${routes.length} fixed routes of ${what}`
}

const sortedOnce = (codes: readonly string[]) => [...new Set(codes)].toSorted()

// Without characters that look alike.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** A random customPreferenceID of ten characters. The draft requires version 0, so publishing refuses an id in use. */
const newId = () => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
