import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../process/start-error.ts'
import { endWhenIdle, MAX_IDLE_MS } from '../faults/held-transactions.ts'
import { quotedIdentifier, quotedName } from './backup-format.ts'

const POLICY = 'backup_reads_all'
const LOCK_TIMEOUT_MS = 200
const PATIENCE_MS = 120_000
const LOCK_NOT_AVAILABLE = '55P03'

/** Lets the owner's transaction read the rows of all clients, including deleted ones. */
export const READS_ALL = "set local app.backup = 'on'"

/**
 * Lets the owner of the tables read all rows for a backup. Forced row-level security binds the owner too and hides rows of clients
 * that `app.clients` does not name, so a backup would silently lack the audit of a deleted client. Therefore each such table gets a
 * policy for its owner that applies after {@link READS_ALL}. Missing policies are created as soon as the table is free. Throws a
 * StartError if the user does not own the tables.
 */
export async function letOwnerReadAll(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ schema: string; name: string; isOurs: boolean }>(
      `select n.nspname as schema, c.relname as name, pg_has_role(c.relowner, 'usage') as "isOurs"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname in ('public', 'jobs') and row_security_active(c.oid)
         and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = $1)`,
      [POLICY],
    )
    const foreign = rows.find(({ isOurs }) => !isOurs)
    if (foreign)
      throw new StartError(
        `The user of DATABASE_URL does not own the table ${foreign.name}, and cannot read all of it: name the user that the portal starts with.`,
      )
    for (const table of rows)
      await whenFree(
        client,
        `create policy ${quotedIdentifier(POLICY)} on ${quotedName(table)} for select to current_user
          using (current_setting('app.backup', true) = 'on')`,
      )
  } finally {
    await client.end()
  }
}

/** Retries a short change of a table: waiting long for its lock would make everyone else queue behind it. */
async function whenFree(client: pg.Client, statement: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}; ${endWhenIdle(MAX_IDLE_MS)}`)
      await client.query(statement)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE || Date.now() > deadline)
        throw error
      await sleep(500)
    }
  }
}
