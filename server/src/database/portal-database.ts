import type { Config } from '../process/config.ts'
import { StartError } from '../process/start-error.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate/migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { db } from './sql.ts'

/**
 * Opens the portal's database, whether or not a portal is running. Throws a StartError if that fails.
 * `close` stops only what this call started.
 */
export async function openPortalDatabase(
  config: Config,
  report: (line: string) => void,
): Promise<{ database: Database; close(): Promise<void> }> {
  const { ownerUrl, appUrl, role, stop } = await openPostgres(config, { report, attaches: true })
  try {
    await migrate({ ownerUrl, report })
  } catch (error) {
    await stop()
    throw error
  }
  const database = openDatabase({ appUrl, role })
  return {
    database,
    async close() {
      await database.close()
      await stop()
    },
  }
}

/** Returns the code if an active client has it. Throws a StartError with the existing codes otherwise. */
export async function requireClient(database: Database, code: string): Promise<string> {
  const clients = await database.transaction((transaction) =>
    transaction.rows(
      db.selectFrom('clients').select('client_code').where('active', '=', true).orderBy('client_code').limit(50),
    ),
  )
  const codes = clients.map(({ client_code }) => client_code)
  if (codes.includes(code)) return code
  const known = codes.length === 0 ? 'There are none yet.' : `There are ${codes.join(', ')}.`
  throw new StartError(`There is no client ${code}. ${known}`)
}
