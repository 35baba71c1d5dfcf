import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/**
 * Replaces the SKU of a filter, typed in any case, by its stored spellings: clients may spell it differently. The planner
 * then knows how many lines the SKU has. It reads the orders of a rare SKU from their lines, and looks for a frequent SKU
 * in the list itself.
 */
export async function withStoredSkus<Filter extends { readonly skuCode?: string | undefined }>(
  transaction: Transaction,
  clients: readonly string[],
  { skuCode, ...filter }: Filter,
): Promise<Omit<Filter, 'skuCode'> & { skus: readonly string[] | undefined }> {
  if (!skuCode) return { ...filter, skus: undefined }
  const rows = await transaction.rows(
    sql<{ sku: string }>`
      select distinct sku_code as sku from skus
      where client_code = any (${clients}::text[]) and sku_code collate any_case = ${skuCode}`.compile(db),
  )
  return { ...filter, skus: rows.map(({ sku }) => sku) }
}
