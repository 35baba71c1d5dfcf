import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { retryOnDeadlock } from '../database/retry-on-deadlock.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** All client codes, sorted. */
export const clientsOf = async (database: Database): Promise<string[]> =>
  (
    await database.transaction((transaction) =>
      transaction.rows(db.selectFrom('clients').select('client_code').orderBy('client_code')),
    )
  ).map(({ client_code }) => client_code)

/** Runs work in a transaction that sees all clients, and retries it after a deadlock. */
export async function forAllClients<Row>(
  database: Database,
  work: (transaction: Transaction) => Promise<Row>,
): Promise<Row> {
  return retryOnDeadlock(() =>
    database.transaction(async (transaction) => {
      await transaction.rows(
        sql`select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true)`.compile(
          db,
        ),
      )
      return work(transaction)
    }),
  )
}
