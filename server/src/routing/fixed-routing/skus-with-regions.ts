import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { compareCodes } from '@despatch/domain/text/compare-codes'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { loadSkuSpelling } from '../../database/stored-names.ts'
import { db } from '../../database/sql.ts'
import { presentRow } from './present.ts'
import { loadRouteNames, routesInForce } from './queries.ts'

/**
 * Lists SKUs with routes for regions. Specification 3: 'SKU-with-regions row: Code and RegionListName (sorted by
 * these)'.
 */
export async function listSkusWithRegions(context: Context): Promise<RouteAnswer<typeof fixedRouting.skusWithRegions>> {
  const rows = await rowsWithRegions(context)
  return {
    rows: rows.map(
      ({ Code, Item_Description, RegionListName, RegionList, CarrierCode, method, customPreferenceID }) => ({
        Code,
        Item_Description,
        RegionListName,
        RegionList,
        CarrierCode,
        method,
        customPreferenceID,
      }),
    ),
  }
}

/** Lists the routes for regions of some SKUs, with all fields, in the same order. */
export async function listSkuDetails(
  context: Context,
  { body: { skus } }: RouteChecked<typeof fixedRouting.skuDetails>,
): Promise<RouteAnswer<typeof fixedRouting.skuDetails>> {
  const written = await loadSkuSpelling(context.transaction, context.client, skus)
  return { rows: await rowsWithRegions(context, new Set(skus.map(written))) }
}

/** Loads routes for regions; only those of some SKUs if given. */
async function rowsWithRegions({ transaction, client }: Context, skus?: ReadonlySet<string>) {
  const [routes, names] = await Promise.all([routesInForce(transaction, client), loadRouteNames(transaction, client)])
  const held = routes.flatMap((route) =>
    'sku' in route.by && route.regions.length > 0 && (!skus || skus.has(route.by.sku))
      ? [{ sku: route.by.sku, route }]
      : [],
  )
  const products = await transaction.rows(
    db
      .selectFrom('skus')
      .select([
        'sku_code',
        sql<string>`trim(description)`.as('description'),
        sql<string>`array_to_string(categories, ', ')`.as('category'),
      ])
      .where('client_code', '=', client)
      .where(sql<boolean>`sku_code = any (${[...new Set(held.map(({ sku }) => sku))]}::text[])`),
  )
  const known = new Map(products.map((product) => [product.sku_code, product]))
  return held
    .map(({ sku, route }) => {
      const { description = '', category = '' } = known.get(sku) ?? {}
      return presentRow({ Code: sku, Item_Description: description, category }, route, names)
    })
    .toSorted(
      (one, other) =>
        compareCodes(one.Code, other.Code) ||
        compareCodes(one.RegionListName, other.RegionListName) ||
        compareCodes(one.startDate ?? '', other.startDate ?? '') ||
        compareCodes(one.customPreferenceID, other.customPreferenceID),
    )
}
