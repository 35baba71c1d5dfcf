import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'

/**
 * Finds which of some clients has a return of this reference.
 *
 * @throws AppError 404
 */
export async function clientOfReturn(
  transaction: Transaction,
  clients: readonly string[],
  reference: string,
): Promise<string> {
  const row = await transaction.row(
    db
      .selectFrom('announced_returns')
      .select('client_code')
      .where('client_code', 'in', clients)
      .where('return_reference', '=', reference)
      .orderBy('client_code')
      .limit(1),
  )
  if (!row) throw new AppError('not_found', `Return ${reference} not found. Check the reference.`)
  return row.client_code
}
