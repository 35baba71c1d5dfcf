import type { Config } from '../app/config.ts'
import { StartError } from '../app/start-error.ts'
import { checkServer } from '../database/check-server.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { appRole } from '../database/embedded/credentials.ts'
import { attachOrOpenEmbeddedPostgres } from '../database/embedded/open-embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'
import { db } from '../database/sql.ts'

/**
 * Opens the portal's database beside a running portal, or without one. Throws a StartError when it cannot be had.
 * `close` ends what was started here.
 */
export async function openPortalDatabase(
  config: Config,
  report: (line: string) => void,
): Promise<{ database: Database; close(): Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    await checkServer(config.databaseUrl)
    await migrate({ ownerUrl: config.databaseUrl, report })
    const database = openDatabase({ appUrl: config.databaseUrl, role: appRole })
    return { database, close: () => database.close() }
  }
  const postgres = await attachOrOpenEmbeddedPostgres({ dataDirectory: config.dataDirectory, report })
  try {
    await migrate({ ownerUrl: postgres.ownerUrl, report })
  } catch (error) {
    await postgres.stop()
    throw error
  }
  const database = openDatabase({ appUrl: postgres.appUrl })
  return {
    database,
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}

/** The code of an active client. Throws a StartError that names those there are. */
export async function clientNamed(database: Database, code: string): Promise<string> {
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
