import type { CategoryDetailRow, CategoryFilter } from '@despatch/contract/routing/fixed-routing/fixed-route'
import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { compareCodes } from '@despatch/domain/text/compare-codes'
import { dayOf } from '@despatch/domain/calendar/day'
import {
  filtersByRoute,
  heldByCategoryText,
  hasFixedRoute,
  meetsRouteFilter,
} from '@despatch/domain/routing/fixed-routing/category-detail'
import { regionListText } from '@despatch/domain/routing/fixed-routing/region-text'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { type RouteSubject, presentRow } from './present.ts'
import { categoriesBySku, type RouteInForce, type RouteNames, loadRouteNames, routesInForce } from './queries.ts'

/** Lists a page of a category's products and of the category's own routes. */
export async function listCategoryDetail(
  context: Context,
  { query: { sortedBy }, body: { page, limit, ...filter } }: RouteChecked<typeof fixedRouting.categoryDetail>,
): Promise<RouteAnswer<typeof fixedRouting.categoryDetail>> {
  const { rows, routes, names } = await heldThings(context, filter, sortedBy)
  const shown = rows.slice((page - 1) * limit, page * limit)
  return { rows: await presentRows(context, shown, routes, names), total: rows.length }
}

/** Lists all these rows. */
export async function exportCategoryDetail(
  context: Context,
  { query: { sortedBy }, body }: RouteChecked<typeof fixedRouting.exportCategoryDetail>,
): Promise<RouteAnswer<typeof fixedRouting.exportCategoryDetail>> {
  const { rows, routes, names } = await heldThings(context, body, sortedBy)
  return { rows: await presentRows(context, rows, routes, names) }
}

/** Code and description are empty in a row of a category. */
type Product = Omit<RouteSubject, 'category'>
type Row = { product: Product; route: RouteInForce | undefined; sort: string; place: string }

/**
 * Loads all rows that match a filter, in order, with all routes and their names. Paging follows in memory: a client has
 * tens of thousands of rows at most.
 */
async function heldThings(
  { transaction, client }: Context,
  filter: CategoryFilter,
  sortedBy: 'description' | 'code',
): Promise<{ rows: Row[]; routes: readonly RouteInForce[]; names: RouteNames }> {
  const [routes, names] = await Promise.all([routesInForce(transaction, client), loadRouteNames(transaction, client)])
  const matching = routes.filter((route) => isKept(route, filter, names))
  const heldSkus = new Map<string, RouteInForce[] | undefined>()
  // A product with a filtered-out route must not appear as a product without a route.
  for (const { by } of routes) if ('sku' in by) heldSkus.set(by.sku, undefined)
  for (const route of matching)
    if ('sku' in route.by) heldSkus.set(route.by.sku, [...(heldSkus.get(route.by.sku) ?? []), route])
  const isOfHeldAlone = filter.show_products_fixed || filtersByRoute(filter)
  const products = await transaction.rows(
    productsOf(client, filter, isOfHeldAlone ? [...heldSkus].flatMap(([sku, own]) => (own ? sku : [])) : undefined),
  )
  const row = (product: Product, route?: RouteInForce): Row => ({
    product,
    route,
    sort: `${sortedBy === 'description' ? `${product.Item_Description.toLowerCase()}\0` : ''}${product.Code}`,
    place: route ? placeOf(route, names) : '',
  })
  const rows = [
    ...matching.flatMap((route) =>
      'category' in route.by && isCategoryShown(route.by.category, filter)
        ? [row({ Code: '', Item_Description: '' }, route)]
        : [],
    ),
    ...products.flatMap((product) => {
      if (!heldSkus.has(product.Code)) return [row(product)]
      return heldSkus.get(product.Code)?.map((route) => row(product, route)) ?? []
    }),
  ]
  rows.sort((one, other) => compareCodes(one.sort, other.sort) || compareCodes(one.place, other.place))
  return { rows, routes, names }
}

async function presentRows(
  { transaction, client, now }: Context,
  rows: readonly Row[],
  routes: readonly RouteInForce[],
  names: RouteNames,
): Promise<CategoryDetailRow[]> {
  const categoriesOf = await categoriesBySku(
    transaction,
    client,
    rows.map(({ product }) => product.Code),
  )
  const ofCategories = routes.filter(({ by }) => 'category' in by)
  const today = dayOf(now)
  const nameOf = (carrier: string) => names.carriers.get(carrier) ?? carrier
  return rows.map(({ product, route }) => {
    const categories = route && 'category' in route.by ? [route.by.category] : (categoriesOf.get(product.Code) ?? [])
    const heldByCategory = route ? '' : heldByCategoryText(ofCategories, categories, today, nameOf)
    return presentRow({ ...product, category: categories.join(', ') }, route, names, heldByCategory)
  })
}

function isKept(route: RouteInForce, filter: CategoryFilter, names: RouteNames): boolean {
  if ('sku' in route.by && !filter.include_skus_fixed) return false
  const ofMethod = route.clientMethodID === null ? undefined : names.methods.get(route.clientMethodID)
  if (!meetsRouteFilter(route, ofMethod, filter)) return false
  return !filter.show_products_fixed || hasFixedRoute({ RegionList: route.regions, CarrierCode: route.carrier })
}

function isCategoryShown(category: string, filter: CategoryFilter): boolean {
  if (filter.category !== '' && category !== filter.category) return false
  return category.toLowerCase().includes(filter.includes.toLowerCase())
}

/** Selects a category's products whose code or description contains the text; only those in `codes` if given. */
function productsOf(client: string, { category, includes }: CategoryFilter, codes: readonly string[] | undefined) {
  return db
    .selectFrom('skus')
    .select(['sku_code as Code', sql<string>`trim(description)`.as('Item_Description')])
    .where('client_code', '=', client)
    .$if(category !== '', (query) => query.where(sql`categories`, '@>', sql`array[${category}]`))
    .$if(includes !== '', (query) => query.where(contains(includes)))
    .$if(codes !== undefined, (query) => query.where(sql<boolean>`sku_code = any (${codes ?? []}::text[])`))
}

const contains = (text: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(lower(sku_code || ' ' || description), ${text.toLowerCase()}) > 0`

/** The sort key among the routes of one product. */
function placeOf({ regions, startDate, customPreferenceID }: RouteInForce, names: RouteNames): string {
  return [regionListText(regions, names.regions), startDate ?? '', customPreferenceID].join('\0')
}
