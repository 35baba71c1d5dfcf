import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { type Caller, seeClients } from './open-session.ts'

/**
 * Shows the rest of a transaction everything the caller may work for, whichever client the call names: a client user's own
 * clients; for internal users every client, closed ones too, and rows without a client (''). Returns their codes.
 */
export async function seeOwnClients(
  transaction: Transaction,
  { ownClients }: Pick<Caller, 'ownClients'>,
): Promise<string[]> {
  const all = ownClients ?? [
    '',
    ...(await transaction.rows(db.selectFrom('clients').select('client_code'))).map(({ client_code }) => client_code),
  ]
  await seeClients(transaction, all)
  return all
}
