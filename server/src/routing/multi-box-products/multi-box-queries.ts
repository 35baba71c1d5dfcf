import type { MultiBox } from '@despatch/domain/routing/rule-book/rule-book'
import { sql } from 'kysely'
import { itemInForce, itemsInForce, type ItemInForce } from '../rule-book/book-items.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** The current multi-box routing, with the items that define it. */
export type MultiBoxInForce = {
  multiBox: MultiBox
  /** The version of the default's item; 0 if nobody has set it, which means 'N'. */
  defaultVersion: number
  exceptions: readonly ItemInForce<'multi-box-exception'>[]
  /** The last version of the rule book that changed any of this. */
  version: number
}

/** Loads a client's multi-box routing. */
export async function multiBoxInForce(transaction: Transaction, client: string): Promise<MultiBoxInForce> {
  const [byDefault, exceptions, last] = await Promise.all([
    itemInForce(transaction, client, 'multi-box', ''),
    itemsInForce(transaction, client, 'multi-box-exception'),
    // Removals count too: a caller who saw the removed item is out of date.
    transaction.row(
      sql<{ version: number }>`
        select coalesce(max(greatest(from_version, to_version)), 0)::int as version from rule_book_items
        where client_code = ${client} and kind in ('multi-box', 'multi-box-exception')`.compile(db),
    ),
  ])
  return {
    multiBox: {
      Same_Component_Carrier_Default: byDefault?.content.Same_Component_Carrier_Default ?? 'N',
      Same_Component_Carrier: Object.fromEntries(
        exceptions.map(({ key, content }) => [key, content.Same_Component_Carrier]),
      ),
    },
    defaultVersion: byDefault?.version ?? 0,
    exceptions,
    version: last?.version ?? 0,
  }
}

type Component = { Code: string; Item_Description: string; quantity: number }

/** Loads the boxes of some products, or of all, by product; within a product by code. */
export async function loadComponents(
  transaction: Transaction,
  client: string,
  products?: readonly string[],
): Promise<Map<string, Component[]>> {
  const rows = await transaction.rows(
    db
      .selectFrom('sku_components')
      .innerJoin('skus', (join) =>
        join
          .onRef('skus.client_code', '=', 'sku_components.client_code')
          .onRef('skus.sku_code', '=', 'sku_components.component_code'),
      )
      .select(['sku_components.sku_code', 'component_code', 'quantity', 'description'])
      .where('sku_components.client_code', '=', client)
      .$if(products !== undefined, (query) =>
        query.where('sku_components.sku_code', '=', sql<string>`any (${[...(products ?? [])]}::text[])`),
      )
      .orderBy('sku_components.sku_code')
      .orderBy('component_code'),
  )
  const found = new Map<string, Component[]>()
  for (const { sku_code, component_code, quantity, description } of rows) {
    const component = { Code: component_code, Item_Description: description.trim(), quantity }
    const list = found.get(sku_code)
    if (list) list.push(component)
    else found.set(sku_code, [component])
  }
  return found
}

/** Loads the descriptions of SKUs by code; unknown SKUs are left out. */
export async function loadDescriptions(
  transaction: Transaction,
  client: string,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const rows = await transaction.rows(
    db
      .selectFrom('skus')
      .select(['sku_code', 'description'])
      .where('client_code', '=', client)
      .where('sku_code', '=', sql<string>`any (${[...codes]}::text[])`),
  )
  return new Map(rows.map(({ sku_code, description }) => [sku_code, description.trim()]))
}
