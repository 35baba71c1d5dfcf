import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { seeClients } from './open-session.ts'

/** Runs work in a transaction that shows these clients, then restores what it showed before. */
export async function withClientsVisible<Result>(
  transaction: Transaction,
  clients: string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const previous = await transaction.row(
    sql<{ clients: string }>`select coalesce(current_setting('app.clients', true), '') as clients`.compile(db),
  )
  await seeClients(transaction, clients)
  const result = await work()
  await transaction.rows(sql`select set_config('app.clients', ${previous?.clients ?? ''}, true)`.compile(db))
  return result
}
