import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'

const EVERY_MS = 15 * 60_000
/** Not while the portal starts. */
const FIRST_AFTER_MS = 20_000

/** Counts in how many orders of the last four weeks the SKUs of each client were, one client after another. */
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

/** Counts it now and then until it is told to stop. */
export function startCountingSkuActivity(
  database: Database,
  { log }: { log: Pick<FastifyBaseLogger, 'warn'> },
): () => void {
  let isBusy = false
  const count = () => {
    if (isBusy) return
    isBusy = true
    void countSkuActivity(database)
      .catch((error: unknown) => log.warn({ err: error }, 'the orders of SKUs could not be counted'))
      .finally(() => (isBusy = false))
  }
  const first = setTimeout(count, FIRST_AFTER_MS)
  const timer = setInterval(count, EVERY_MS)
  first.unref()
  timer.unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
