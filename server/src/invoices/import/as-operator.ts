import { sql } from 'kysely'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Runs work in a transaction that sees client '' and every client. The work receives their codes, '' first. */
export function asOperator<Result>(
  database: Database,
  work: (transaction: Transaction, clients: string[]) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await transaction.rows(sql`select set_config('app.clients', ${['']}::text[]::text, true)`.compile(db))
    return work(transaction, await seeEveryClient(transaction))
  })
}
