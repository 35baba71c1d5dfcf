import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** The ISO 4217 code of the currency of a client's prices and values. */
export async function currencyOf(transaction: Transaction, client: string): Promise<string> {
  const row = await transaction.row(db.selectFrom('clients').select('currency_code').where('client_code', '=', client))
  return row?.currency_code ?? 'GBP'
}
