import { type fixedRouting, SKU_PAGE_SIZE } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'

type Search = { readonly text: string; readonly isForRegions: boolean; readonly page: number; readonly limit: number }

/** Finds SKUs whose code or description contains a text. ForRegions omits SKUs that have routes for regions. */
export async function listSkus(
  context: Context,
  { query: { code, ForRegions, page, limit } }: RouteChecked<typeof fixedRouting.skus>,
): Promise<RouteAnswer<typeof fixedRouting.skus>> {
  return findSkus(context, { text: code ?? '', isForRegions: ForRegions, page, limit })
}

/** Finds SKUs whose code or description contains a text. */
export async function listSkusByRegion(
  context: Context,
  { query: { sku, page, limit } }: RouteChecked<typeof fixedRouting.skusByRegion>,
): Promise<RouteAnswer<typeof fixedRouting.skusByRegion>> {
  return findSkus(context, { text: sku ?? '', isForRegions: false, page, limit })
}

/**
 * Specification 3: 'Item_Description (trimmed, sorted case-insensitively) and Code'. Pages up to the size of a picker
 * start with the best matches: the exact code, then codes that begin with the text. Larger pages keep the order,
 * because callers read the whole list with them.
 */
async function findSkus({ transaction, client }: Context, { text, isForRegions, page, limit }: Search) {
  const lowered = text.toLowerCase()
  const found = db
    .selectFrom('skus')
    .where('client_code', '=', client)
    .$if(lowered !== '', (query) =>
      query.where(
        sql<boolean>`(strpos(lower(sku_code), ${lowered}) > 0 or strpos(lower(description), ${lowered}) > 0)`,
      ),
    )
    .$if(isForRegions, (query) =>
      query.where(sql<boolean>`sku_code not in (
        select content #>> '{by,sku}' from rule_book_items
        where client_code = ${client} and kind = 'fixed-route' and to_version is null
          and content #>> '{by,sku}' is not null and jsonb_array_length(content -> 'regions') > 0
      )`),
    )
  const pageOfSkus = found
    .select(['sku_code as Code', sql<string>`trim(description)`.as('Item_Description')])
    .$if(limit <= SKU_PAGE_SIZE, (query) =>
      query
        .orderBy(sql`lower(sku_code) = ${lowered}`, 'desc')
        .orderBy(sql`starts_with(lower(sku_code), ${lowered})`, 'desc'),
    )
    .orderBy(sql`lower(trim(description)) collate "C"`)
    .orderBy('sku_code')
    .limit(limit)
    .offset((page - 1) * limit)
  const [rows, counted] = await Promise.all([
    transaction.rows(
      db
        .selectFrom(pageOfSkus.as('page'))
        .selectAll()
        .orderBy(sql`lower("Item_Description") collate "C"`)
        .orderBy('Code'),
    ),
    transaction.row(found.select(({ fn }) => fn.countAll<number>().as('total'))),
  ])
  return { rows, total: counted?.total ?? 0 }
}
