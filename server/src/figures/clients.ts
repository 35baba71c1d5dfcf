import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'

/** The codes of all clients, in their order. */
export const clientsOf = async (database: Database): Promise<string[]> =>
  (
    await database.transaction((transaction) =>
      transaction.rows(db.selectFrom('clients').select('client_code').orderBy('client_code')),
    )
  ).map(({ client_code }) => client_code)
