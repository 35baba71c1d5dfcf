import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { seeClients } from './open-session.ts'

/** Does something that sees these clients in a transaction, which sees afterwards what it saw before. */
export async function whileSeeing<Result>(
  transaction: Transaction,
  clients: string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await transaction.row(
    sql<{ clients: string }>`select coalesce(current_setting('app.clients', true), '') as clients`.compile(db),
  )
  await seeClients(transaction, clients)
  const result = await work()
  await transaction.rows(sql`select set_config('app.clients', ${before?.clients ?? ''}, true)`.compile(db))
  return result
}
