import pg from 'pg'
import { StartError } from '../process/start-error.ts'

const oldestVersion = 15

/** Throws a StartError if the PostgreSQL server at DATABASE_URL cannot be reached or is too old. */
export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; name: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
    )
    const version = Math.floor((rows[0]?.number ?? 0) / 10_000)
    if (version < oldestVersion) {
      throw new StartError(
        `DATABASE_URL names a PostgreSQL ${rows[0]?.name}; Despatch needs ${oldestVersion} or later.`,
      )
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database of DATABASE_URL cannot be reached: ${reasonOf(error)}.`)
  } finally {
    await client.end().catch(() => {})
  }
}

function reasonOf(error: unknown): string {
  // Node gathers the failures for each address of a host in an error without a message of its own.
  if (error instanceof AggregateError) return error.errors.map(String).join(', ')
  return error instanceof Error ? error.message : String(error)
}
