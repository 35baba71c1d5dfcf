import { sql } from 'kysely'
import type { Database } from './database.ts'
import { db } from './sql.ts'
import type { Transaction } from './transaction.ts'

/** Runs work in a transaction in which row-level security shows one client: for handlers that open their own transaction. */
export function inClient<Result>(
  database: Database,
  client: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inClients(database, [client], work)
}

/** The same for several clients. */
export function inClients<Result>(
  database: Database,
  clients: readonly string[],
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await transaction.rows(sql`select set_config('app.clients', ${clients}::text[]::text, true)`.compile(db))
    return work(transaction)
  })
}
