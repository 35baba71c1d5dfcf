import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { CutOffFilter } from '@despatch/contract/orders/order-criteria'
import type { Transaction } from '../database/transaction.ts'
import { type CutOffToday, loadCutOffsToday, missedCutOffs, nearCutOffs } from '../routing/cut-offs/cut-offs-today.ts'
import type { RuleBookCache } from '../routing/rule-book/rule-book-cache.ts'

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

type Resolving = { readonly transaction: Transaction; readonly books: RuleBookCache; readonly now: Date }
type Requested = { readonly skuCode?: string | undefined; readonly cutOff?: CutOffFilter | undefined }

type Resolved = { readonly skus: readonly string[] | undefined; readonly cutOffs?: readonly CutOffToday[] }

/** Replaces the SKU of a filter by its stored spellings, and the time of cut-offs by today's cut-offs. */
export async function resolveFilter<Filter extends Requested>(
  { transaction, books, now }: Resolving,
  clients: readonly string[],
  { skuCode, cutOff, ...filter }: Filter,
): Promise<Omit<Filter, 'skuCode' | 'cutOff'> & Resolved> {
  const { skus } = await withStoredSkus(transaction, clients, { skuCode })
  if (!cutOff) return { ...filter, skus }
  const all = await loadCutOffsToday({ transaction, clients, books, now })
  return { ...filter, skus, cutOffs: cutOff === 'missed' ? missedCutOffs(all) : nearCutOffs(all) }
}
