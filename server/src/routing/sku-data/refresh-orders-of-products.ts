import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Works out again what despatched orders still wait for, after the boxes of their products have changed. */
export async function refreshOrdersOfProducts(
  transaction: Transaction,
  client: string,
  products: readonly string[],
): Promise<void> {
  if (products.length === 0) return
  await transaction.write(
    sql`select refresh_orders_of_products(${client}, ${[...new Set(products)]}::text[])`.compile(db),
  )
}
