import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'

/** Counts each client's orders of the last four weeks by SKU, one client after another. */
export async function countSkuActivity(database: Database): Promise<void> {
  const clients = await database.transaction((transaction) =>
    transaction.rows(
      sql<{ client: string }>`select client_code as client from clients order by client_code`.compile(db),
    ),
  )
  for (const { client } of clients)
    await inClient(database, client, (transaction) =>
      transaction.write(sql`select count_sku_activity(${client})`.compile(db)),
    )
}
