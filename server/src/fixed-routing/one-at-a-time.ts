import { sql } from 'kysely'
import type { Context } from '../app/context.ts'
import { db } from '../database/sql.ts'

/** Of two who save fixed routes of a client at once, the second sees the first's: equal routes are refused, not both kept. */
export async function oneAtATime({ transaction, client }: Context): Promise<void> {
  await transaction.rows(sql`select pg_advisory_xact_lock(hashtext('fixed-routing'), hashtext(${client}))`.compile(db))
}
