import type { stock as routes } from '@despatch/contract/stock/stock'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { trimMoney } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import type { Context } from '../http/context.ts'
import { db } from '../database/sql.ts'

/** A page of SKUs whose code begins with the search text or whose description contains it, in any case; by description. */
export async function searchSku(
  { transaction, client }: Context,
  { body: { search, page, limit } }: RouteChecked<typeof routes.searchSku>,
): Promise<RouteAnswer<typeof routes.searchSku>> {
  const pattern = search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
  const found = db
    .selectFrom('skus')
    .where('client_code', '=', client)
    .where((row) =>
      row.or([row(sql`lower(sku_code)`, 'like', `${pattern}%`), row(sql`lower(description)`, 'like', `%${pattern}%`)]),
    )
  const [rows, counted] = await Promise.all([
    transaction.rows(
      found
        .select(['sku_code', 'description', 'unit_value', 'is_unknown'])
        .orderBy(sql`lower(sku_code) = ${search.toLowerCase()}`, 'desc')
        .orderBy(sql`lower(trim(description))`)
        .orderBy('sku_code')
        .limit(limit)
        .offset((page - 1) * limit),
    ),
    transaction.row(found.select(({ fn }) => fn.countAll<number>().as('total'))),
  ])
  return {
    rows: rows.map((row) => ({
      Code: row.sku_code,
      Item_Description: row.description.trim(),
      unitValue: trimMoney(row.unit_value),
      isUnknownSku: row.is_unknown,
    })),
    total: counted?.total ?? 0,
  }
}
