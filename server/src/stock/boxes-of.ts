import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** A box of a SKU, and its number of pieces in one. */
export type BoxOfSku = { readonly SKU: string; readonly quantity: number }

/** Loads the boxes of some SKUs of a client (as stored), by SKU code. A SKU that is no kit is its own single box. */
export async function boxesOf(
  transaction: Transaction,
  client: string,
  skus: readonly string[],
): Promise<ReadonlyMap<string, readonly BoxOfSku[]>> {
  if (skus.length === 0) return new Map()
  const rows = await transaction.rows(
    sql<BoxOfSku & { of: string }>`
      select sku_code as of, box_code as "SKU", quantity from boxes_of(${client}, ${[...skus]}::text[]) order by 1, 2`.compile(
      db,
    ),
  )
  return Map.groupBy(rows, ({ of }) => of)
}
