import { whyNotMakeKey } from '@despatch/domain/administration/api-keys/key-rules'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { permissionsFor } from '../../http/authentication/open-session.ts'

/**
 * Why the caller may not have a key for these clients and feeds, in words; undefined where they may. domain.md, Access:
 * 'Nobody grants more than they hold.'
 */
export async function whyNotHeld(context: Context, asked: Parameters<typeof whyNotMakeKey>[0]) {
  return whyNotMakeKey(asked, await holdsAt(context, asked.clients))
}

/** What the caller holds at each of some clients; nothing to tell of a client that is not theirs, or closed. */
async function holdsAt({ transaction, caller }: Context, clients: readonly string[]) {
  const own = caller.ownClients
    ? caller.openClients
    : (
        await transaction.rows(
          db
            .selectFrom('clients')
            .select('client_code')
            .where('client_code', '=', sql<string>`any (${clients}::text[])`)
            .where('active', '=', true),
        )
      ).map(({ client_code }) => client_code)
  return (client: string) => (own?.includes(client) ? permissionsFor(caller, client) : undefined)
}
