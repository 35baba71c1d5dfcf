import type { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'

/** Specification 3, SKU list row; as many as one can choose from. */
const MOST_SKUS = 100

/** The SKUs of a client whose code or description contains a text. ForRegions leaves out those that regions hold already. */
export async function skuRows(
  context: Context,
  { query: { code, ForRegions } }: RouteChecked<typeof fixedRouting.skus>,
): Promise<RouteAnswer<typeof fixedRouting.skus>> {
  return foundSkus(context, code ?? '', ForRegions)
}

/** The SKUs of a client whose code or description contains a text. */
export async function skuRowsByRegion(
  context: Context,
  { query: { sku } }: RouteChecked<typeof fixedRouting.skusByRegion>,
): Promise<RouteAnswer<typeof fixedRouting.skusByRegion>> {
  return foundSkus(context, sku ?? '', false)
}

/**
 * Specification 3: 'Item_Description (trimmed, sorted case-insensitively) and Code'. Where more match than are answered,
 * the code itself is among them, then those that begin with it.
 */
async function foundSkus({ transaction, client }: Context, search: string, isForRegions: boolean) {
  const text = search.toLowerCase()
  const nearest = db
    .selectFrom('skus')
    .select(['sku_code as Code', sql<string>`trim(description)`.as('Item_Description')])
    .where('client_code', '=', client)
    .$if(text !== '', (query) =>
      query.where(sql<boolean>`(strpos(lower(sku_code), ${text}) > 0 or strpos(lower(description), ${text}) > 0)`),
    )
    .$if(isForRegions, (query) =>
      query.where(sql<boolean>`sku_code not in (
        select content #>> '{by,sku}' from rule_book_items
        where client_code = ${client} and kind = 'fixed-route' and to_version is null
          and content #>> '{by,sku}' is not null and jsonb_array_length(content -> 'regions') > 0
      )`),
    )
    .orderBy(sql`lower(sku_code) = ${text}`, 'desc')
    .orderBy(sql`starts_with(lower(sku_code), ${text})`, 'desc')
    .orderBy(sql`lower(trim(description)) collate "C"`)
    .orderBy('sku_code')
    .limit(MOST_SKUS)
  const rows = await transaction.rows(
    db
      .selectFrom(nearest.as('nearest'))
      .selectAll()
      .orderBy(sql`lower("Item_Description") collate "C"`)
      .orderBy('Code'),
  )
  return { rows }
}
