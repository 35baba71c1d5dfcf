import { compareNames } from '@despatch/domain/text/compare-names'
import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { routesInForce } from './queries.ts'

/**
 * Lists a client's categories by name, ignoring case, with the number of SKUs and of fixed routes of each category or
 * its SKUs.
 */
export async function listCategories({
  transaction,
  client,
}: Context): Promise<RouteAnswer<typeof fixedRouting.categories>> {
  const [counted, routes] = await Promise.all([
    transaction.rows(
      sql<{ category: string; skus: number }>`select category, count(*)::int as skus
        from skus cross join unnest(categories) as of_sku (category) where client_code = ${client} group by category`.compile(
        db,
      ),
    ),
    routesInForce(transaction, client),
  ])
  const held = [...new Set(routes.flatMap(({ by }) => ('sku' in by ? by.sku : [])))]
  const ofHeld = await transaction.rows(
    db
      .selectFrom('skus')
      .select(['sku_code', 'categories'])
      .where('client_code', '=', client)
      .where(sql<boolean>`sku_code = any (${held}::text[])`),
  )
  const categoriesOf = new Map(ofHeld.map((sku) => [sku.sku_code, sku.categories]))
  const fixed = new Map<string, number>()
  for (const { by } of routes)
    for (const category of 'sku' in by ? (categoriesOf.get(by.sku) ?? []) : [by.category])
      fixed.set(category, (fixed.get(category) ?? 0) + 1)
  // A category without SKUs may still have routes.
  const skus = new Map([...[...fixed.keys()].map((name) => [name, 0] as const), ...counted.map(pair)])
  return {
    categories: [...skus]
      .map(([category, count]) => ({ category, skus: count, fixedRoutes: fixed.get(category) ?? 0 }))
      .toSorted((one, other) => compareNames(one.category, other.category)),
  }
}

const pair = ({ category, skus }: { category: string; skus: number }) => [category, skus] as const
