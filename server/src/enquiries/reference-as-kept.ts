import { sql } from 'kysely'
import type { Context } from '../app/context.ts'
import { db } from '../database/sql.ts'

/**
 * A customer reference as orders have it: as typed or, where no order of the caller's does, in capitals: so they mostly
 * are, and mostly typed without. All lookups of one reference are then of the same order.
 */
export async function referenceAsKept(
  { transaction, clients }: Pick<Context, 'transaction' | 'clients'>,
  reference: string,
): Promise<string> {
  const capitals = reference.toUpperCase()
  if (capitals === reference) return reference
  const order = await transaction.row(
    sql<{ is_there: true }>`select true as is_there from orders
      where client_code = any (${clients}::text[]) and order_number = ${reference} limit 1`.compile(db),
  )
  return order ? reference : capitals
}
